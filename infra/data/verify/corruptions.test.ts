/**
 * Tests `npm run verify-table`, the verifier, with one corruption of a consistent community at a time. The verifier
 * checks invariants: rules about stored data, such as that a post's count of likes matches its likes. The product's
 * modules write the community to a table once. Each test changes a copy in memory, which takes milliseconds.
 */
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { startVerifiedStorage } from '../../../test/support/verified-storage.ts';
import { checkItem } from '../items/definitions.ts';
import { Facts, type StoredFinding } from '../items/facts.ts';
import { findViolations, INVARIANTS, type InvariantName, listInvariants } from '../items/invariants.ts';
import { ITEM_INVARIANTS } from '../items/item-checks.ts';
import { toPlainItem } from '../items/plain-item.ts';
import { BUCKET_CORRUPTIONS } from './corruptions/bucket.ts';
import { CONTENT_CORRUPTIONS } from './corruptions/content.ts';
import { COPY_CORRUPTIONS } from './corruptions/copies.ts';
import type { Corruption } from './corruptions/corruption.ts';
import { ITEM_CORRUPTIONS } from './corruptions/items.ts';
import { LEDGER_CORRUPTIONS } from './corruptions/ledger.ts';
import { MEMBER_CORRUPTIONS } from './corruptions/members.ts';
import { MESSAGE_CORRUPTIONS } from './corruptions/messages.ts';
import { PAYMENT_CORRUPTIONS } from './corruptions/payments.ts';
import { SHAPE_CORRUPTIONS } from './corruptions/shapes.ts';
import { Snapshot } from './corruptions/snapshot.ts';
import { STORAGE_KEY_CORRUPTIONS } from './corruptions/storage-keys.ts';
import { VIEW_CORRUPTIONS } from './corruptions/views.ts';
import { verifyAgain } from './recheck.ts';
import { formatFinding } from './report.ts';
import { addObject, listPage } from './sources.ts';

let community: Snapshot;

beforeAll(async () => {
  const storage = await startVerifiedStorage();

  try {
    const { createCommunity } = await import('./fixture.ts');
    const { client, bucket: Bucket } = storage.objects;

    const createdCommunity = await createCommunity(client, Bucket);
    const { Items = [] } = await storage.database.send(new ScanCommand({ TableName: storage.tableName }));
    const { objects } = await listPage(client, { Bucket });

    // Older than GRACE_MS, so that the hourly jobs can't repair the objects any more.
    const now = Date.now();
    const oldObjects = objects.map((object) => ({ ...object, since: now - 5 * DAY_MS }));
    community = new Snapshot(Items.map(toPlainItem), oldObjects, createdCommunity, now);
  } finally {
    await storage.stop();
  }
});

/** Shards of the table's indexes. */
const SHARDS = 1;

/** Time for which the hourly jobs may repair objects, in milliseconds. Younger objects break no invariant. */
const GRACE_MS = 2 * HOUR_MS;

/** Checks each item of a snapshot alone, and stores the facts that invariants compare with those of other items. */
function collectFacts({ items, objects, now }: Snapshot, facts: Facts): void {
  for (const item of items) checkItem(item, { facts, shards: SHARDS, now });
  for (const object of objects) addObject(object, facts);
}

/**
 * Verifies a snapshot and returns its findings. Reads the items of each finding again, as the command does, because a
 * member's write between two reads looks like a violation.
 *
 * @throws Error if the second read clears a finding
 */
function verify(snapshot: Snapshot): StoredFinding[] {
  const context = { now: snapshot.now, graceMs: GRACE_MS };
  const facts = new Facts();

  try {
    collectFacts(snapshot, facts);
    for (const name of listInvariants({ hasBucket: true, hasViews: true })) {
      for (const finding of findViolations(name, facts, context)) facts.addFinding(finding);
    }

    const findings = facts.readFindings('suspected');
    for (const finding of findings) {
      const secondReading = verifyAgain(finding, snapshot.read(finding.reads), { shards: SHARDS, context });
      const hasReads = Object.keys(finding.reads).length > 0;
      if (!secondReading.finding && hasReads) throw new Error(`Cleared: ${formatFinding(finding)}`);
    }

    return findings;
  } finally {
    facts.close();
  }
}

const CORRUPTIONS: readonly Corruption[] = [
  ...BUCKET_CORRUPTIONS,
  ...STORAGE_KEY_CORRUPTIONS,
  ...CONTENT_CORRUPTIONS,
  ...COPY_CORRUPTIONS,
  ...MEMBER_CORRUPTIONS,
  ...MESSAGE_CORRUPTIONS,
  ...LEDGER_CORRUPTIONS,
  ...PAYMENT_CORRUPTIONS,
  ...VIEW_CORRUPTIONS,
];

/**
 * Number of items, objects, or groups of them that each invariant checks in the community of fixture.ts. Guards against
 * an invariant that finds nothing because it no longer checks anything.
 */
const EXPECTED_COUNTS: Readonly<Record<InvariantName, number>> = {
  'profile-ledger': 2,
  'ledger-sequence': 12,
  'ledger-sources': 12,
  'file-ledger': 3,
  payments: 2,
  'payment-metres': 2,
  reinstatements: 1,
  'unclaimed-payments': 1,
  'unique-sources': 3,
  'held-copies': 3,
  'one-credit': 2,
  'stored-bytes': 2,
  'member-exists': 32,
  'purge-complete': 1,
  'purge-overdue': 2,
  'follow-pairs': 2,
  'follow-counts': 2,
  'socket-pairs': 2,
  'like-counts': 3,
  likers: 2,
  'comment-counts': 1,
  'newest-comment': 1,
  'comment-post': 2,
  'content-depth': 3,
  'inbox-pairs': 2,
  'inbox-messages': 2,
  'inbox-unread': 2,
  'message-inbox': 1,
  'sent-messages': 3,
  'histogram-markers': 2,
  'histogram-counts': 2,
  'file-object': 2,
  'object-owner': 6,
  'file-inspection': 2,
  'rendition-object': 1,
  'rendition-owner': 2,
  'object-key': 6,
  'picture-object': 2,
};

/** Returns the names of the violated invariants as a list. `nothing` marks a change that the product allows. */
const listViolated = (violated: string | readonly string[]) => [violated].flat().filter((name) => name !== 'nothing');

describe('verifier', () => {
  it('reports nothing for the untouched community', () => {
    expect(verify(community).map(formatFinding)).toEqual([]);
  });

  for (const [title, violated, change] of CORRUPTIONS) {
    it(`reports ${[violated].flat().join(' and ')} for ${title}`, () => {
      const snapshot = community.clone();
      change(snapshot);
      // Otherwise, a changed profile would also break the histogram.
      if (!VIEW_CORRUPTIONS.some(([viewTitle]) => viewTitle === title)) snapshot.rebuildHistogram();

      const findings = verify(snapshot);

      const names = findings.map(({ invariant }) => invariant);
      const report = findings.map(formatFinding).join('\n');
      expect(names.toSorted(), report).toEqual(listViolated(violated).toSorted());
    });
  }

  for (const [title, violated, buildItem] of [...ITEM_CORRUPTIONS, ...SHAPE_CORRUPTIONS]) {
    it(`reports ${violated} for ${title}`, () => {
      const facts = new Facts();
      checkItem(buildItem(community), { facts, shards: SHARDS, now: community.now });

      const findings = facts.readFindings('suspected');
      facts.close();

      const names = findings.map(({ invariant }) => invariant);
      const report = findings.map(formatFinding).join('\n');
      expect(names, report).toEqual(listViolated(violated));
    });
  }

  it('reports every invariant for at least one corruption', () => {
    const allCorruptions = [...CORRUPTIONS, ...ITEM_CORRUPTIONS, ...SHAPE_CORRUPTIONS];
    const coveredNames: ReadonlySet<string> = new Set(allCorruptions.flatMap(([, violated]) => violated));
    const names = Object.keys({ ...ITEM_INVARIANTS, ...INVARIANTS });
    expect(names.filter((name) => !coveredNames.has(name))).toEqual([]);
  });

  it('counts the items that each invariant checks', () => {
    const facts = new Facts();
    collectFacts(community, facts);

    const counts = listInvariants({ hasBucket: true, hasViews: true }).map((name) => [
      name,
      facts.count(INVARIANTS[name].checked),
    ]);
    facts.close();

    expect(Object.fromEntries(counts)).toEqual(EXPECTED_COUNTS);
  });

  it('reports missing pictures only for items with a picture, even if the bucket is empty', () => {
    const facts = new Facts();

    try {
      collectFacts(new Snapshot(community.items, [], community.community, community.now), facts);
      const violations = [...findViolations('picture-object', facts, { now: community.now, graceMs: GRACE_MS })];

      expect(violations.map(({ type }) => type).toSorted()).toEqual(['post', 'profile']);
    } finally {
      facts.close();
    }
  });
});
