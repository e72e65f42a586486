import { ulid } from 'ulid';
import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_SECONDS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import {
  comment,
  commentOn,
  damageReinstatement,
  entry,
  file,
  heldCopy,
  idempotencyRecord,
  image,
  inbox,
  leaveInspectionPending,
  message,
  post,
  profile,
  raise,
  reinstatementOf,
  rendition,
  reversalWithoutVersion,
  sentRecordKey,
  unclaimed,
} from './community-items.ts';
import { add, community, damage, putObject, remove, removeObject, storage } from './damaged-storage.ts';

/** A violation of an invariant. Each of `violations` is `<invariant> <item type>`. */
type Case = readonly [title: string, breakRule: () => Promise<unknown>, violations: readonly string[]];

/** The violations that the verifier must find, at least one for each invariant. */
export const CASES: readonly Case[] = [
  ['known-type: an item of an unknown type', () => add({ pk: `USER#${ADA}`, sk: 'NOTE#1' }), ['known-type unknown']],
  [
    'shape: text instead of a number',
    () => damage(keys.paymentOrderKey(ADA, 'ORDER1'), { steps: 'ten' }),
    ['shape paymentOrder'],
  ],
  [
    'shape: a negative count in a tombstone',
    () => damage(keys.postKey(community.purgedPost), { likeCount: -1 }),
    ['shape post'],
  ],
  [
    'key: another payment ID',
    () => damage(keys.unclaimedPaymentKey('paypal', 'LOST1'), { paymentId: 'X' }),
    ['key unclaimedPayment'],
  ],
  [
    'key: a like of an unknown item type',
    () => add({ ...keys.likeKey(ADA, { pk: 'USER#x' }), likedAt: new Date().toISOString() }),
    ['key like'],
  ],
  ['key: a member who follows themselves', () => add({ ...keys.followKeys(ADA, ADA)[0] }), ['key following']],
  [
    'index-attributes: a file with another date',
    () => damage(file(), { textOrder: '2020-01-01T00:00:00.000Z' }),
    ['index-attributes file'],
  ],
  [
    'index-attributes: a profile in another partition',
    () => damage(profile, { list: 'USER#0#0' }),
    ['index-attributes profile'],
  ],
  ['index-attributes: other search text', () => damage(profile, { searchText: 'other' }), ['index-attributes profile']],
  ['index-attributes: a post at another depth', () => damage(post(), { numberOrder: 1 }), ['index-attributes post']],
  [
    'index-attributes: a comment with another owner',
    () => damage(comment(0), { owner: `COMMENT#${ADA}` }),
    ['index-attributes comment'],
  ],
  [
    'index-attributes: a ledger entry without an owner',
    () => damage(entry('refund', 're_1'), { owner: undefined }),
    ['index-attributes ledgerEntry'],
  ],
  [
    "index-attributes: an inbox row in the partner's inbox",
    () => damage(inbox, { list: `INBOX#${BEN}` }),
    ['index-attributes inboxRow'],
  ],
  [
    'storage-key: a profile picture under the key of a file',
    () => damage(keys.profileKey(BEN), { profilePicture: community.file }),
    ['storage-key profile'],
  ],
  [
    'values: an HTML picture',
    () => damage(post(), { image: { ...image(), contentType: 'text/html' } }),
    ['values post'],
  ],
  ['expiry: a comment that expires', () => damage(comment(0), { expiresAt: 2_000_000_000 }), ['expiry comment']],
  [
    'expiry: an item that expired long ago',
    () => damage(sentRecordKey(0), { expiresAt: Math.floor(Date.now() / 1000) - 20 * DAY_SECONDS }),
    ['expiry sentMessage'],
  ],
  [
    'profile-ledger: another version',
    () => damage(profile, { version: 99 }),
    ['profile-ledger profile', 'histogram-markers depthMarker'],
  ],
  ['profile-ledger: another peak depth', () => damage(profile, { peakDepth: 10 ** 12 }), ['profile-ledger profile']],
  ['profile-ledger: a missing ledger entry', () => remove(entry('test', 'one', BEN)), ['profile-ledger profile']],
  [
    'ledger-sequence: another depth after an entry',
    () => damage(entry('refund', 're_1'), { depthAfter: 5 }),
    ['ledger-sequence ledgerEntry'],
  ],
  [
    'ledger-sources: a refund without a payment',
    () => damage(entry('refund', 're_1'), { payment: undefined }),
    ['ledger-sources ledgerEntry', 'payments ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  [
    'payment-metres: more metres than were paid',
    () => damage(entry('paypal', 'CAPTURE1', CLEO), { purchasedCm: 100_000 }),
    ['payment-metres ledgerEntry'],
  ],
  [
    'reinstatements: another amount than the refund',
    () => damageReinstatement({ cents: 399 }),
    ['payment-metres ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  ['file-ledger: another revision', () => damage(file(), { revision: 3 }), ['file-ledger file']],
  [
    'payments: a reversal without a credit',
    () =>
      damage(entry('reinstatement', 're_1'), {
        payment: { provider: 'stripe', paymentId: 'pi_2', cents: 1, packageName: '' },
      }),
    ['payments ledgerEntry', 'reinstatements ledgerEntry'],
  ],
  [
    'payments and unique-sources: a reinstatement of another member',
    () => add(reinstatementOf(CLEO)),
    ['payments ledgerEntry', 'reinstatements ledgerEntry', 'unique-sources ledgerEntry'],
  ],
  [
    'unclaimed-payments: a credited payment',
    async () => add({ ...(await storage.read(keys.unclaimedPaymentKey('paypal', 'LOST1'))), ...unclaimed() }),
    ['unclaimed-payments unclaimedPayment'],
  ],
  [
    'unclaimed-payments: a payment credited to a deleted member',
    async () =>
      add({ ...(await storage.read(keys.unclaimedPaymentKey('paypal', 'LOST1'))), ...unclaimed('paypal', 'CAPTURE1') }),
    ['unclaimed-payments unclaimedPayment'],
  ],
  [
    'ledger-sequence: a reversal without a version',
    () => add(reversalWithoutVersion(ADA)),
    ['ledger-sequence ledgerEntry', 'profile-ledger profile'],
  ],
  [
    'member-exists: an item of an unknown member',
    () => add(idempotencyRecord('stranger')),
    ['member-exists idempotencyKey'],
  ],
  ['purge-complete: an item of a purged member', () => add(idempotencyRecord(CLEO)), ['purge-complete idempotencyKey']],
  [
    'purge-overdue: an account',
    () => damage(keys.profileKey(DORA), { deletedAt: '2026-01-01T00:00:00Z' }),
    ['purge-overdue profile'],
  ],
  [
    'purge-overdue: a post',
    () => damage(keys.postKey(community.hiddenPost), { owner: `POST#${BEN}` }),
    ['purge-overdue post'],
  ],
  [
    'follow-pairs: a follow without its other row',
    () => remove(keys.followKeys(ADA, BEN)[1]),
    ['follow-counts profile', 'follow-pairs following'],
  ],
  [
    'follow-counts: another count of followers',
    () => damage(keys.profileKey(BEN), { followersCount: 2 }),
    ['follow-counts profile'],
  ],
  [
    'socket-pairs: a socket without its other row',
    () => remove(keys.socketKeys(ADA, 'connection-1')[1]),
    ['socket-pairs memberSocket'],
  ],
  ['like-counts: another count of likes', () => damage(file(), { likeCount: 7 }), ['like-counts file']],
  ['like-counts: a missing like', () => remove(keys.likeKey(BEN, post())), ['like-counts post', 'likers post']],
  [
    'likers: a member who likes nothing',
    () => damage(file(), { likers: new Set([keys.digestOfMember(CLEO)]) }),
    ['likers file'],
  ],
  ['comment-counts: another count of comments', () => damage(post(), { commentCount: 3 }), ['comment-counts post']],
  [
    'newest-comment: a copy with another text',
    () => damage(comment(1), { text: 'secret words, edited' }),
    ['newest-comment post'],
  ],
  ['comment-post: a comment on a missing post', async () => add(await commentOn(ulid())), ['comment-post comment']],
  [
    'comment-post: a comment on a tombstone',
    async () => add(await commentOn(community.purgedPost)),
    ['comment-post comment'],
  ],
  ["content-depth: a file above its author's greatest depth", () => raise('file'), ['content-depth file']],
  ["content-depth: a post above its author's greatest depth", () => raise('post'), ['content-depth post']],
  [
    'inbox-pairs: a conversation in one of two inboxes',
    () => remove(keys.inboxKey(BEN, ADA)),
    ['inbox-pairs inboxRow'],
  ],
  [
    'inbox-messages: a preview with another text',
    async () =>
      damage(inbox, { lastMessage: { ...((await storage.read(inbox)).lastMessage as object), content: 'x' } }),
    ['inbox-messages inboxRow'],
  ],
  [
    'inbox-messages: a missing last message',
    () => remove(message(2)),
    ['inbox-messages inboxRow', 'inbox-messages inboxRow', 'sent-messages sentMessage'],
  ],
  [
    'inbox-messages: no last received message',
    () => damage(inbox, { lastReceivedId: undefined }),
    ['inbox-messages inboxRow'],
  ],
  [
    'inbox-unread: another count of unread messages',
    () => damage(inbox, { unreadCount: 1 }),
    ['inbox-unread inboxRow'],
  ],
  [
    'inbox-unread: a watermark after the last message',
    () => damage(inbox, { readUpTo: ulid(4e12) }),
    ['inbox-unread inboxRow'],
  ],
  [
    'message-inbox: messages in no inbox',
    async () => [await remove(inbox), await remove(keys.inboxKey(BEN, ADA))],
    ['message-inbox message'],
  ],
  ['held-copies: a file without its copy item', () => remove(heldCopy()), ['held-copies file']],
  [
    'held-copies: copy of a missing file',
    () => add({ ...keys.heldCopyKey(ADA, 'x', 'files/none'), checksum: 'x' }),
    ['held-copies heldCopy'],
  ],
  [
    'one-credit: other credited bytes',
    () => damage(file(), { creditedBytes: 1 }),
    ['file-ledger file', 'one-credit file'],
  ],
  ['stored-bytes: another sum', () => damage(profile, { storedBytes: 1 }), ['stored-bytes profile']],
  ['sent-messages: a message without its record', () => remove(sentRecordKey(0)), ['sent-messages message']],
  [
    'file-object: a file without its object',
    () => removeObject(community.file),
    ['file-object file', 'rendition-owner object'],
  ],
  ['file-object: an object with other bytes', () => putObject(community.file, 'c'.repeat(5000)), ['file-object file']],
  [
    'object-owner: an object without a file',
    () => putObject(`files/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'object-owner: an unused avatar',
    () => putObject(`avatars/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'object-owner: an unused photo',
    () => putObject(`photos/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'object-owner: an unused picture of a post',
    () => putObject(`posts/${ADA}/${ulid()}/holiday.png`, 'x'),
    ['object-owner object'],
  ],
  [
    'file-inspection: an inspection that never ended',
    leaveInspectionPending,
    ['file-inspection file', 'index-attributes file'],
  ],
  [
    'rendition-owner: a rendition without a file',
    () => putObject(`renditions/${ADA}/${ulid()}/320.webp`, 'x'),
    ['rendition-owner object'],
  ],
  [
    'rendition-object: a file without its rendition',
    () => removeObject(rendition('320.webp')),
    ['rendition-object file'],
  ],
  ['object-key: an unknown key', () => putObject('elsewhere/holiday.png', 'x'), ['object-key object']],
  ['picture-object: a missing avatar', () => removeObject(community.avatar), ['picture-object profile']],
  [
    'histogram-markers: a member who is counted by an earlier version',
    () => damage(keys.depthMarkerKey(ADA), { version: 1 }),
    ['histogram-markers depthMarker'],
  ],
  [
    'histogram-counts: a bucket with too many members',
    async () => {
      const { shard, bucket } = await storage.read(keys.depthMarkerKey(ADA));
      await damage(keys.depthBucketKey(Number(shard), Number(bucket)), { members: 9 });
    },
    ['histogram-counts depthBucket'],
  ],
];
