import { ulid } from 'ulid';
import * as keys from '../../../../lambdas/table/keys.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { DamageCase } from './case.ts';
import {
  adaInboxKey,
  adaProfileKey,
  buildComment,
  buildIdempotencyRecord,
  buildReinstatement,
  buildReversalWithoutVersion,
  buildUnclaimed,
  damageReinstatement,
  getCommentKey,
  getEntryKey,
  getFileKey,
  getHeldCopyKey,
  getMessageKey,
  getPostKey,
  getSentRecordKey,
  IMPOSSIBLE_DEPTH,
  raiseAbovePeak,
} from './community-items.ts';
import { addItem, community, damageItem, removeItem, storage } from './damaged-storage.ts';

/** Damages that break the rules about several items, such as a count and the counted items. */
export const RELATION_CASES: readonly DamageCase[] = [
  [
    'profile-ledger: another version',
    () => damageItem(adaProfileKey, { version: 99 }),
    ['profile-ledger profile', 'histogram-markers depthMarker'],
  ],
  [
    'profile-ledger: another peak depth',
    () => damageItem(adaProfileKey, { peakDepth: IMPOSSIBLE_DEPTH }),
    ['profile-ledger profile'],
  ],
  [
    'profile-ledger: a missing ledger entry',
    () => removeItem(getEntryKey('test', 'one', BEN)),
    ['profile-ledger profile'],
  ],
  [
    'ledger-sequence: another depth after an entry',
    () => damageItem(getEntryKey('refund', 're_1'), { depthAfter: 5 }),
    ['ledger-sequence ledgerEntry'],
  ],
  [
    'ledger-sources: a refund without a payment',
    () => damageItem(getEntryKey('refund', 're_1'), { payment: undefined }),
    ['ledger-sources ledgerEntry', 'payments ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  [
    'payment-metres: more metres than were paid',
    () => damageItem(getEntryKey('paypal', 'CAPTURE1', CLEO), { purchasedCm: 100_000 }),
    ['payment-metres ledgerEntry'],
  ],
  [
    'reinstatements: another amount than the refund',
    () => damageReinstatement({ cents: 399 }),
    ['payment-metres ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  ['file-ledger: another revision', () => damageItem(getFileKey(), { revision: 3 }), ['file-ledger file']],
  [
    'payments: a reversal without a credit',
    () =>
      damageItem(getEntryKey('reinstatement', 're_1'), {
        payment: { provider: 'stripe', paymentId: 'pi_2', cents: 1, packageName: '' },
      }),
    ['payments ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  [
    'payments and unique-sources: a reinstatement of another member',
    () => addItem(buildReinstatement(CLEO)),
    ['payments ledgerEntry', 'reinstatements ledgerEntry', 'unique-sources ledgerEntry'],
  ],
  [
    'unclaimed-payments: a credited payment',
    async () => addItem({ ...(await storage.read(keys.unclaimedPaymentKey('paypal', 'LOST1'))), ...buildUnclaimed() }),
    ['unclaimed-payments unclaimedPayment'],
  ],
  [
    'unclaimed-payments: a payment credited to a deleted member',
    async () =>
      addItem({
        ...(await storage.read(keys.unclaimedPaymentKey('paypal', 'LOST1'))),
        ...buildUnclaimed('paypal', 'CAPTURE1'),
      }),
    ['unclaimed-payments unclaimedPayment'],
  ],
  [
    'ledger-sequence: a reversal without a version',
    () => addItem(buildReversalWithoutVersion(ADA)),
    ['ledger-sequence ledgerEntry', 'profile-ledger profile'],
  ],
  [
    'member-exists: an item of an unknown member',
    () => addItem(buildIdempotencyRecord('stranger')),
    ['member-exists idempotencyKey'],
  ],
  [
    'purge-complete: an item of a purged member',
    () => addItem(buildIdempotencyRecord(CLEO)),
    ['purge-complete idempotencyKey'],
  ],
  [
    'purge-overdue: an account',
    () => damageItem(keys.profileKey(DORA), { deletedAt: '2026-01-01T00:00:00Z' }),
    ['purge-overdue profile'],
  ],
  [
    'purge-overdue: a post',
    () => damageItem(keys.postKey(community.hiddenPost), { owner: `POST#${BEN}` }),
    ['purge-overdue post'],
  ],
  [
    'follow-pairs: a follow without one of its edges',
    () => removeItem(keys.followKeys(ADA, BEN)[1]),
    ['follow-counts profile', 'follow-pairs following'],
  ],
  [
    'follow-counts: another count of followers',
    () => damageItem(keys.profileKey(BEN), { followersCount: 2 }),
    ['follow-counts profile'],
  ],
  [
    'socket-pairs: a socket without one of its items',
    () => removeItem(keys.socketKeys(ADA, 'connection-1')[1]),
    ['socket-pairs memberSocket'],
  ],
  ['like-counts: another count of likes', () => damageItem(getFileKey(), { likeCount: 7 }), ['like-counts file']],
  [
    'like-counts: a missing like',
    () => removeItem(keys.likeKey(BEN, getPostKey())),
    ['like-counts post', 'likers post'],
  ],
  [
    'likers: a member who likes nothing',
    () => damageItem(getFileKey(), { likers: new Set([keys.digestOfMember(CLEO)]) }),
    ['likers file'],
  ],
  [
    'comment-counts: another count of comments',
    () => damageItem(getPostKey(), { commentCount: 3 }),
    ['comment-counts post'],
  ],
  [
    'newest-comment: a copy with another text',
    () => damageItem(getCommentKey(1), { text: 'secret words, edited' }),
    ['newest-comment post'],
  ],
  [
    'comment-post: a comment on a missing post',
    async () => addItem(await buildComment(ulid())),
    ['comment-post comment'],
  ],
  [
    'comment-post: a comment on a tombstone',
    async () => addItem(await buildComment(community.purgedPost)),
    ['comment-post comment'],
  ],
  ["content-depth: a file above its author's greatest depth", () => raiseAbovePeak('file'), ['content-depth file']],
  ["content-depth: a post above its author's greatest depth", () => raiseAbovePeak('post'), ['content-depth post']],
  [
    'inbox-pairs: a conversation in one of two inboxes',
    () => removeItem(keys.inboxKey(BEN, ADA)),
    ['inbox-pairs inboxRow'],
  ],
  [
    'inbox-messages: a preview with another text',
    async () =>
      damageItem(adaInboxKey, {
        lastMessage: { ...((await storage.read(adaInboxKey)).lastMessage as object), content: 'x' },
      }),
    ['inbox-messages inboxRow'],
  ],
  [
    'inbox-messages: a missing last message',
    () => removeItem(getMessageKey(2)),
    ['inbox-messages inboxRow', 'inbox-messages inboxRow', 'sent-messages sentMessage'],
  ],
  [
    'inbox-messages: no last received message',
    () => damageItem(adaInboxKey, { lastReceivedId: undefined }),
    ['inbox-messages inboxRow'],
  ],
  [
    'inbox-unread: another count of unread messages',
    () => damageItem(adaInboxKey, { unreadCount: 1 }),
    ['inbox-unread inboxRow'],
  ],
  [
    'inbox-unread: a watermark after the last message',
    () => damageItem(adaInboxKey, { readUpTo: ulid(Date.parse('2096-01-01')) }),
    ['inbox-unread inboxRow'],
  ],
  [
    'message-inbox: messages in no inbox',
    async () => [await removeItem(adaInboxKey), await removeItem(keys.inboxKey(BEN, ADA))],
    ['message-inbox message'],
  ],
  ['held-copies: a file without its copy item', () => removeItem(getHeldCopyKey()), ['held-copies file']],
  [
    'held-copies: copy of a missing file',
    () => addItem({ ...keys.heldCopyKey(ADA, 'x', 'files/none'), checksum: 'x' }),
    ['held-copies heldCopy'],
  ],
  [
    'one-credit: other credited bytes',
    () => damageItem(getFileKey(), { creditedBytes: 1 }),
    ['file-ledger file', 'one-credit file'],
  ],
  ['stored-bytes: another sum', () => damageItem(adaProfileKey, { storedBytes: 1 }), ['stored-bytes profile']],
  ['sent-messages: a message without its record', () => removeItem(getSentRecordKey(0)), ['sent-messages message']],
  [
    'histogram-markers: a member who is counted by an earlier version',
    () => damageItem(keys.depthMarkerKey(ADA), { version: 1 }),
    ['histogram-markers depthMarker'],
  ],
  [
    'histogram-counts: a bucket with too many members',
    async () => {
      const { shard, bucket } = await storage.read(keys.depthMarkerKey(ADA));
      await damageItem(keys.depthBucketKey(Number(shard), Number(bucket)), { members: 9 });
    },
    ['histogram-counts depthBucket'],
  ],
];
