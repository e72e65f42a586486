import { setTimeout } from 'node:timers/promises';
import { checkItem } from '../items/definitions.ts';
import { Facts, type Finding, type FindingState, type StoredFinding } from '../items/facts.ts';
import type { InvariantContext } from '../items/invariants/invariant.ts';
import { findViolations, INVARIANTS, type InvariantName, isViewInvariant } from '../items/invariants.ts';
import { type PlainItem, toPlainItem } from '../items/plain-item.ts';
import { type LiveTarget, type RawItem, readItems, readObjects, scanLikes, scanMarkers } from './live-target.ts';
import { addObject, type ListedObject } from './sources.ts';

/** Number of findings that are read again in parallel. */
const READERS = 8;

/** Maximum number of findings that share one scan of the table. */
const SCAN_BATCH = 500;

/** Waits before repeated reads, in milliseconds. They are longer than a transaction or the replication of a write. */
const WAITS_MS = [300, 600, 1200, 2400, 4800];

export interface RecheckOptions {
  readonly target: LiveTarget;
  readonly shards: number;
  readonly context: InvariantContext;
  /** Replaces real delays in tests. */
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Called after each decided finding. */
  readonly onProgress?: () => void;
}

/** The result of one strongly consistent read of a finding's items and objects. */
interface Reading {
  /** The finding, or undefined if the invariant holds. */
  readonly finding: Finding | undefined;
  /** A digest of all facts of the read. If it stays the same, nothing relevant has changed. */
  readonly fingerprint: string;
}

/**
 * Reads the items and objects of each finding again, strongly consistently. Stores whether the violation persists.
 *
 * A scan reads items at different times, and even a query can read half of a transaction. So:
 * - One read that doesn't show the violation clears the finding.
 * - Two reads in a row that show it, without a relevant change between them, confirm it. The change feed updates views
 *   with a delay, so for views only the last two reads count.
 * - A finding whose items never stop changing is unsettled.
 */
export async function recheckFindings(facts: Facts, options: RecheckOptions): Promise<void> {
  const needsScan = ({ reads }: StoredFinding) => reads.likesOf !== undefined || reads.allMarkers;
  const storeDecisions = (states: ReadonlyMap<StoredFinding, FindingState>) => {
    for (const [finding, state] of states) {
      facts.setFindingState(finding, state);
      options.onProgress?.();
    }
  };

  let lastId = 0;
  for (;;) {
    const page = facts.readFindings('suspected', { after: lastId });
    if (page.length === 0) break;
    lastId = page.at(-1)!.id;

    const queue = page.filter((finding) => !needsScan(finding));
    const decideQueued = async () => {
      for (let finding = queue.pop(); finding; finding = queue.pop()) {
        storeDecisions(await decideTogether([finding], options));
      }
    };
    await Promise.all(Array.from({ length: READERS }, decideQueued));

    const findingsWithScan = page.filter(needsScan);
    for (let start = 0; start < findingsWithScan.length; start += SCAN_BATCH) {
      const batch = findingsWithScan.slice(start, start + SCAN_BATCH);
      storeDecisions(await decideTogether(batch, options));
    }
  }
}

/** Reads findings together until each is decided. Returns the state of each finding. */
async function decideTogether(
  findings: readonly StoredFinding[],
  options: RecheckOptions,
): Promise<Map<StoredFinding, FindingState>> {
  const states = new Map<StoredFinding, FindingState>();
  for (const finding of findings) {
    // An object whose key is unknown has no reads, so its finding can't be checked again.
    states.set(finding, Object.keys(finding.reads).length === 0 ? 'confirmed' : 'suspected');
  }

  const previousFingerprints = new Map<StoredFinding, string>();
  for (const waitMs of [0, ...WAITS_MS]) {
    const undecidedFindings = findings.filter((finding) => states.get(finding) === 'suspected');
    if (undecidedFindings.length === 0) break;
    if (waitMs > 0) await (options.wait ?? setTimeout)(waitMs);

    const readings = await readAgain(undecidedFindings, options);
    const isLastRead = waitMs === WAITS_MS.at(-1);

    for (const [index, finding] of undecidedFindings.entries()) {
      const reading = readings[index]!;
      const isUnchanged = previousFingerprints.get(finding) === reading.fingerprint;
      const canConfirm = isLastRead || !isViewInvariant(finding.invariant);

      if (!reading.finding) states.set(finding, 'cleared');
      else if (canConfirm && isUnchanged) states.set(finding, 'confirmed');
      previousFingerprints.set(finding, reading.fingerprint);
    }
  }

  for (const [finding, state] of states) if (state === 'suspected') states.set(finding, 'unsettled');
  return states;
}

/** Reads the items and objects of these findings once. Scans the table at most twice: for likes, and for markers. */
async function readAgain(findings: readonly StoredFinding[], options: RecheckOptions): Promise<Reading[]> {
  const { target, shards, context } = options;
  const likedItems = new Set(findings.flatMap(({ reads }) => reads.likesOf ?? []));
  const likes = likedItems.size > 0 ? await scanLikes(target, likedItems) : new Map<string, RawItem[]>();
  const markers = findings.some(({ reads }) => reads.allMarkers) ? await scanMarkers(target) : [];
  const readings: Reading[] = [];

  for (const finding of findings) {
    const { reads } = finding;
    const scannedItems = [...(likes.get(reads.likesOf ?? '') ?? []), ...(reads.allMarkers ? markers : [])];
    const items = [...(await readItems(target, reads)), ...scannedItems];
    const objects = await readObjects(target, reads);
    readings.push(verifyAgain(finding, { items: items.map(toPlainItem), objects }, { shards, context }));
  }

  return readings;
}

/** Evaluates a finding's invariant over the results of its reads. */
export function verifyAgain(
  finding: Finding,
  { items, objects }: { items: readonly PlainItem[]; objects: readonly ListedObject[] },
  { shards, context }: Pick<RecheckOptions, 'shards' | 'context'>,
): Reading {
  const facts = new Facts();

  try {
    for (const item of items) checkItem(item, { facts, shards, now: context.now });
    for (const object of objects) addObject(object, facts);

    if (finding.invariant in INVARIANTS) {
      const name = finding.invariant as InvariantName;
      for (const violation of findViolations(name, facts, context)) facts.addFinding(violation);
    }

    return { finding: facts.findFinding(finding), fingerprint: facts.computeFingerprint() };
  } finally {
    facts.close();
  }
}
