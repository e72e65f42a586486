import { createHash } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemKey } from '../../../lambdas/table/item-types.ts';
import * as keys from '../../../lambdas/table/keys.ts';
import { startVerifiedStorage, type VerifiedStorage } from '../../../test/support/verified-storage.ts';
import type { Finding } from '../items/facts.ts';
import { INVARIANTS } from '../items/invariants.ts';
import { ITEM_INVARIANTS } from '../items/item-checks.ts';
import { ADA, BEN, CLEO, type Community, DORA, PERSONAL } from './fixture.ts';
import { formatFinding } from './report.ts';
import { verifyTable } from './verify-table.ts';

let storage: VerifiedStorage;
let community: Community;
let modules: typeof import('../../../lambdas/table/file.ts') & typeof import('../../../lambdas/table/post.ts');

beforeAll(async () => {
  storage = await startVerifiedStorage();
  const { createCommunity } = await import('./fixture.ts');
  community = await createCommunity(storage.objects.client, storage.objects.bucket);
  const fileModule = await import('../../../lambdas/table/file.ts');
  const postModule = await import('../../../lambdas/table/post.ts');
  modules = { ...fileModule, ...postModule };
});
afterAll(() => storage.stop());

/** Age of unused pictures at the verification, in milliseconds. After an hour, they are violations. */
const PICTURE_AGE_MS = 3_660_000;

/** Verifies the table and the bucket. */
async function verify(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const options = { target: storage, shards: 1, segments: 2, graceMs: 0, wait: async () => {} };
  const now = Date.now() + PICTURE_AGE_MS;
  await verifyTable({ ...options, now, onViolation: (finding) => findings.push(finding) });
  return findings;
}

/** Functions that undo the damages of a test, in the order of the damages. */
const repairs: (() => Promise<unknown>)[] = [];

/** Changes attributes of an item; undefined removes one. */
async function damage(key: ItemKey, attributes: Record<string, unknown>): Promise<void> {
  const storedItem = await storage.read(key);
  repairs.push(() => storage.write(storedItem));
  await storage.write({ ...storedItem, ...attributes });
}

async function remove(key: ItemKey): Promise<void> {
  const storedItem = await storage.read(key);
  repairs.push(() => storage.write(storedItem));
  await storage.remove(key);
}

async function add(item: Record<string, unknown> & ItemKey): Promise<void> {
  repairs.push(() => storage.remove(item));
  await storage.write(item);
}

async function putObject(Key: string, Body: string): Promise<void> {
  const { client, bucket: Bucket } = storage.objects;
  const storedObject = await client.send(new GetObjectCommand({ Bucket, Key })).catch(() => undefined);
  const bytes = await storedObject?.Body?.transformToByteArray();
  repairs.push(() =>
    bytes
      ? client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }))
      : client.send(new DeleteObjectCommand({ Bucket, Key })),
  );
  await client.send(new PutObjectCommand({ Bucket, Key, Body }));
}

async function removeObject(key: string): Promise<void> {
  await putObject(key, 'soon deleted');
  await storage.objects.client.send(new DeleteObjectCommand({ Bucket: storage.objects.bucket, Key: key }));
}

const profile = keys.profileKey(ADA);
const file = () => keys.fileKey(community.file);
/** The entity tag of the file's bytes, which have no SHA-256. */
const checksum = `"${createHash('md5').update('b'.repeat(5000)).digest('hex')}"`;
const rendition = (name: string) => community.file.replace('files/', 'renditions/').replace(/[^/]+$/, name);
const closeLongAgo = () => damage(file(), { inspection: 'pending', uploadedAt: '2026-01-01T00:00:00.000Z' });
const heldCopy = () => keys.heldCopyKey(ADA, checksum, community.file);
const post = () => keys.postKey(community.post);
const comment = (index: 0 | 1) => keys.commentKey(community.post, community.comments[index]);
const inbox = keys.inboxKey(ADA, BEN);
const conversation = keys.conversationId(ADA, BEN);
const message = (index: number) => keys.messageKey(conversation, community.messages[index]!);
const entry = (source: string, id: string, userId = ADA) => keys.ledgerKey(userId, source, id);
const sentRecordKey = (index: number) =>
  keys.sentMessageKey(conversation, index === 1 ? BEN : ADA, `my-client-id ${community.messages[index]}`);
const DAY_SECONDS = 86_400;

type Case = [rule: string, damage: () => Promise<unknown>, violations: readonly string[]];

const CASES: readonly Case[] = [
  ['known-type', () => add({ pk: `USER#${ADA}`, sk: 'NOTE#1' }), ['known-type unknown']],
  ['shape of an item', () => damage(keys.paymentOrderKey(ADA, 'ORDER1'), { steps: 'ten' }), ['shape paymentOrder']],
  ['shape of a tombstone', () => damage(keys.postKey(community.purged), { likeCount: -1 }), ['shape post']],
  ['key', () => damage(keys.unclaimedPaymentKey('paypal', 'LOST1'), { paymentId: 'X' }), ['key unclaimedPayment']],
  [
    'key of a like',
    () => add({ ...keys.likeKey(ADA, { pk: 'USER#x' }), likedAt: new Date().toISOString() }),
    ['key like'],
  ],
  ['key of a follow', () => add({ ...keys.followKeys(ADA, ADA)[0] }), ['key following']],
  ['index of a file', () => damage(file(), { textOrder: '2020-01-01T00:00:00.000Z' }), ['index-attributes file']],
  ['index of a profile', () => damage(profile, { list: 'USER#0#0' }), ['index-attributes profile']],
  ['search text', () => damage(profile, { searchText: 'other' }), ['index-attributes profile']],
  ['index of a post', () => damage(post(), { numberOrder: 1 }), ['index-attributes post']],
  ['index of a comment', () => damage(comment(0), { owner: `COMMENT#${ADA}` }), ['index-attributes comment']],
  ['index of a ledger', () => damage(entry('refund', 're_1'), { owner: undefined }), ['index-attributes ledgerEntry']],
  ['index of an inbox', () => damage(inbox, { list: `INBOX#${BEN}` }), ['index-attributes inboxRow']],
  ['storage-key', () => damage(keys.profileKey(BEN), { profilePicture: community.file }), ['storage-key profile']],
  ['values', () => damage(post(), { image: { ...image(), contentType: 'text/html' } }), ['values post']],
  ['expiry of a lasting item', () => damage(comment(0), { expiresAt: 2_000_000_000 }), ['expiry comment']],
  [
    'expiry in the past',
    () => damage(sentRecordKey(0), { expiresAt: Math.floor(Date.now() / 1000) - 20 * DAY_SECONDS }),
    ['expiry sentMessage'],
  ],
  ['profile-ledger: version', () => damage(profile, { version: 99 }), ['profile-ledger profile']],
  ['profile-ledger: peak', () => damage(profile, { peakDepth: 10 ** 12 }), ['profile-ledger profile']],
  ['profile-ledger: missing entry', () => remove(entry('test', 'one', BEN)), ['profile-ledger profile']],
  ['ledger-sequence', () => damage(entry('refund', 're_1'), { depthAfter: 5 }), ['ledger-sequence ledgerEntry']],
  [
    'ledger-sources',
    () => damage(entry('refund', 're_1'), { payment: undefined }),
    ['ledger-sources ledgerEntry', 'payments ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  [
    'payment-metres',
    () => damage(entry('paypal', 'CAPTURE1', CLEO), { purchasedCm: 100_000 }),
    ['payment-metres ledgerEntry'],
  ],
  [
    'reinstatements',
    () => damageReinstatement({ cents: 399 }),
    ['payment-metres ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  ['file-ledger', () => damage(file(), { revision: 3 }), ['file-ledger file']],
  [
    'payments: a reversal without a credit',
    () =>
      damage(entry('reinstatement', 're_1'), {
        payment: { provider: 'stripe', paymentId: 'pi_2', cents: 1, packageName: '' },
      }),
    ['payments ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  [
    'payments and unique-sources: another member',
    () => add({ ...reversalOf(CLEO), purchasedCm: 5, source: 'reinstatement' }),
    ['payments ledgerEntry', 'reinstatements ledgerEntry', 'unique-sources ledgerEntry'],
  ],
  [
    'unclaimed-payments',
    async () => add({ ...(await storage.read(keys.unclaimedPaymentKey('paypal', 'LOST1'))), ...unclaimed() }),
    ['unclaimed-payments unclaimedPayment'],
  ],
  [
    'unclaimed-payments: credited to a deleted member',
    async () =>
      add({ ...(await storage.read(keys.unclaimedPaymentKey('paypal', 'LOST1'))), ...unclaimed('paypal', 'CAPTURE1') }),
    ['unclaimed-payments unclaimedPayment'],
  ],
  [
    'ledger-sequence: a reversal without a version',
    () => add(reversalWithoutVersion(ADA)),
    ['ledger-sequence ledgerEntry', 'profile-ledger profile'],
  ],
  ['member-exists', () => add(idempotencyRecord('stranger')), ['member-exists idempotencyKey']],
  ['purge-complete', () => add(idempotencyRecord(CLEO)), ['purge-complete idempotencyKey']],
  [
    'purge-overdue: account',
    () => damage(keys.profileKey(DORA), { deletedAt: '2026-01-01T00:00:00Z' }),
    ['purge-overdue profile'],
  ],
  [
    'purge-overdue: post',
    () => damage(keys.postKey(community.hidden), { owner: `POST#${BEN}` }),
    ['purge-overdue post'],
  ],
  ['follow-pairs', () => remove(keys.followKeys(ADA, BEN)[1]), ['follow-counts profile', 'follow-pairs following']],
  ['follow-counts', () => damage(keys.profileKey(BEN), { followersCount: 2 }), ['follow-counts profile']],
  ['socket-pairs', () => remove(keys.socketKeys(ADA, 'connection-1')[1]), ['socket-pairs memberSocket']],
  ['like-counts: count', () => damage(file(), { likeCount: 7 }), ['like-counts file']],
  ['like-counts: missing like', () => remove(keys.likeKey(BEN, post())), ['like-counts post', 'likers post']],
  ['likers', () => damage(file(), { likers: new Set([keys.digestOfMember(CLEO)]) }), ['likers file']],
  ['comment-counts', () => damage(post(), { commentCount: 3 }), ['comment-counts post']],
  ['newest-comment', () => damage(comment(1), { text: 'secret words, edited' }), ['newest-comment post']],
  ['comment-post', async () => add(await commentOn(ulid())), ['comment-post comment']],
  ['comment-post: tombstone', async () => add(await commentOn(community.purged)), ['comment-post comment']],
  ['content-depth', () => raise('file'), ['content-depth file']],
  ['content-depth of a post', () => raise('post'), ['content-depth post']],
  ['inbox-pairs', () => remove(keys.inboxKey(BEN, ADA)), ['inbox-pairs inboxRow']],
  [
    'inbox-messages: preview',
    async () =>
      damage(inbox, { lastMessage: { ...((await storage.read(inbox)).lastMessage as object), content: 'x' } }),
    ['inbox-messages inboxRow'],
  ],
  [
    'inbox-messages: last message',
    () => remove(message(2)),
    ['inbox-messages inboxRow', 'inbox-messages inboxRow', 'sent-messages sentMessage'],
  ],
  ['inbox-messages: received', () => damage(inbox, { lastReceivedId: undefined }), ['inbox-messages inboxRow']],
  ['inbox-unread', () => damage(inbox, { unreadCount: 1 }), ['inbox-unread inboxRow']],
  ['inbox-unread: watermark', () => damage(inbox, { readUpTo: ulid(4e12) }), ['inbox-unread inboxRow']],
  [
    'message-inbox',
    async () => [await remove(inbox), await remove(keys.inboxKey(BEN, ADA))],
    ['message-inbox message'],
  ],
  ['held-copies: missing', () => remove(heldCopy()), ['held-copies file']],
  [
    'held-copies: left',
    () => add({ ...keys.heldCopyKey(ADA, 'x', 'files/none'), checksum: 'x' }),
    ['held-copies heldCopy'],
  ],
  ['one-credit', () => damage(file(), { creditedBytes: 1 }), ['file-ledger file', 'one-credit file']],
  ['stored-bytes', () => damage(profile, { storedBytes: 1 }), ['stored-bytes profile']],
  ['sent-messages', () => remove(sentRecordKey(0)), ['sent-messages message']],
  ['file-object: missing', () => removeObject(community.file), ['file-object file', 'rendition-owner object']],
  ['file-object: other bytes', () => putObject(community.file, 'c'.repeat(5000)), ['file-object file']],
  ['object-owner: file', () => putObject(`files/${ADA}/${ulid()}/holiday.png`, 'x'), ['object-owner object']],
  ['object-owner: avatar', () => putObject(`avatars/${ADA}/${ulid()}/holiday.png`, 'x'), ['object-owner object']],
  ['object-owner: photo', () => putObject(`photos/${ADA}/${ulid()}/holiday.png`, 'x'), ['object-owner object']],
  ['object-owner: post', () => putObject(`posts/${ADA}/${ulid()}/holiday.png`, 'x'), ['object-owner object']],
  ['file-inspection', closeLongAgo, ['file-inspection file', 'index-attributes file']],
  ['rendition-owner', () => putObject(`renditions/${ADA}/${ulid()}/320.webp`, 'x'), ['rendition-owner object']],
  ['rendition-object', () => removeObject(rendition('320.webp')), ['rendition-object file']],
  ['object-key', () => putObject('elsewhere/holiday.png', 'x'), ['object-key object']],
  ['picture-object', () => removeObject(community.avatar), ['picture-object profile']],
];

const reversalOf = (userId: string) => ({
  ...keys.ledgerKey(userId, 'reinstatement', 're_1'),
  ...{ userId, source: 'refund', sourceId: 're_1', bytes: 0, purchasedCm: 0, version: 2, depthAfter: 0 },
  payment: { provider: 'stripe', paymentId: 'pi_1', cents: 1, packageName: '' },
  at: '2026-11-01T00:00:00.000Z',
  owner: `LEDGER#${userId}`,
  textOrder: '2026-11-01T00:00:00.000Z#0000000002',
});

const image = () => ({ key: `posts/${ADA}/${community.post}/holiday photo.png`, alt: '', size: 7 });

async function damageReinstatement(attributes: Record<string, unknown>): Promise<void> {
  const key = entry('reinstatement', 're_1');
  const { payment } = await storage.read(key);
  await damage(key, { payment: { ...(payment as object), ...attributes } });
}

const unclaimed = (provider = 'stripe', paymentId = 'pi_1') => ({
  ...keys.unclaimedPaymentKey(provider, paymentId),
  provider,
  paymentId,
});

/** Builds a ledger entry like that of a member who has deleted their account. */
const reversalWithoutVersion = (userId: string) => ({
  ...keys.ledgerKey(userId, 'refund', 're_2'),
  ...{ userId, source: 'refund', sourceId: 're_2', bytes: 0, purchasedCm: -100 },
  payment: { provider: 'stripe', paymentId: 'pi_1', cents: -1, packageName: 'medium' },
  at: new Date().toISOString(),
});

const idempotencyRecord = (userId: string) => ({
  ...keys.idempotencyKey(userId, 'POST', 'my-client-id'),
  resultId: ulid(),
  expiresAt: Math.floor(Date.now() / 1000) + DAY_SECONDS,
});

async function commentOn(postId: string) {
  const commentId = ulid();
  return { ...(await storage.read(comment(0))), ...keys.commentKey(postId, commentId), postId, commentId };
}

/** Raises a file or post above its author's greatest depth, with the right index attributes. */
async function raise(type: 'file' | 'post'): Promise<void> {
  const key = type === 'file' ? file() : post();
  const raisedItem = { ...(await storage.read(key)), depth: 10 ** 12 };
  const buildIndexes = type === 'file' ? modules.fileIndexAttributes : modules.postIndexAttributes;
  await damage(key, { depth: raisedItem.depth, ...buildIndexes(raisedItem as never, 1) });
}

const describeFindings = (findings: readonly Finding[]) =>
  findings.map(({ invariant, type }) => `${invariant} ${type}`).toSorted();

describe('verifyTable', () => {
  it('finds nothing in a community that the code has written', async () => {
    expect((await verify()).map(formatFinding)).toEqual([]);
  });

  it.each(CASES)('finds exactly the violation of %s', async (_, breakRule, violations) => {
    try {
      await breakRule();
      const findings = await verify();

      const report = findings.map(formatFinding).join('\n');
      expect(describeFindings(findings), report).toEqual(violations.toSorted());
      for (const text of PERSONAL) expect(report).not.toContain(text);
    } finally {
      for (const repair of repairs.splice(0).toReversed()) await repair();
    }
  });

  it('finds nothing after all items are repaired', async () => {
    expect((await verify()).map(formatFinding)).toEqual([]);
  });

  it('the list of cases covers every invariant', () => {
    const coveredNames = CASES.flatMap(([, , violations]) => violations.map((violation) => violation.split(' ')[0]));
    const names = Object.keys({ ...ITEM_INVARIANTS, ...INVARIANTS });
    expect(names.filter((name) => !coveredNames.includes(name))).toEqual([]);
  });
});
