import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_SECONDS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN } from '../fixture.ts';
import type { DamageCase } from './case.ts';
import {
  adaInboxKey,
  adaProfileKey,
  buildImage,
  getCommentKey,
  getEntryKey,
  getFileKey,
  getPostKey,
  getSentRecordKey,
} from './community-items.ts';
import { addItem, community, damageItem } from './damaged-storage.ts';

/** Damages of one item that break a rule about this item alone. */
export const ITEM_CASES: readonly DamageCase[] = [
  [
    'known-type: an item of an unknown type',
    () => addItem({ pk: `USER#${ADA}`, sk: 'NOTE#1' }),
    ['known-type unknown'],
  ],
  [
    'shape: text instead of a number',
    () => damageItem(keys.paymentOrderKey(ADA, 'ORDER1'), { steps: 'ten' }),
    ['shape paymentOrder'],
  ],
  [
    'shape: a negative count in a tombstone',
    () => damageItem(keys.postKey(community.purgedPost), { likeCount: -1 }),
    ['shape post'],
  ],
  [
    'key: another payment ID',
    () => damageItem(keys.unclaimedPaymentKey('paypal', 'LOST1'), { paymentId: 'X' }),
    ['key unclaimedPayment'],
  ],
  [
    'key: a like of an unknown item type',
    () => addItem({ ...keys.likeKey(ADA, { pk: 'USER#x' }), likedAt: new Date().toISOString() }),
    ['key like'],
  ],
  ['key: a member who follows themselves', () => addItem({ ...keys.followKeys(ADA, ADA)[0] }), ['key following']],
  [
    'index-attributes: a file with another date',
    () => damageItem(getFileKey(), { textOrder: '2020-01-01T00:00:00.000Z' }),
    ['index-attributes file'],
  ],
  [
    'index-attributes: a profile in another partition',
    () => damageItem(adaProfileKey, { list: 'USER#0#0' }),
    ['index-attributes profile'],
  ],
  [
    'index-attributes: other search text',
    () => damageItem(adaProfileKey, { searchText: 'other' }),
    ['index-attributes profile'],
  ],
  [
    'index-attributes: a post at another depth',
    () => damageItem(getPostKey(), { numberOrder: 1 }),
    ['index-attributes post'],
  ],
  [
    'index-attributes: a comment with another owner',
    () => damageItem(getCommentKey(0), { owner: `COMMENT#${ADA}` }),
    ['index-attributes comment'],
  ],
  [
    'index-attributes: a ledger entry without an owner',
    () => damageItem(getEntryKey('refund', 're_1'), { owner: undefined }),
    ['index-attributes ledgerEntry'],
  ],
  [
    "index-attributes: an inbox row in the partner's inbox",
    () => damageItem(adaInboxKey, { list: `INBOX#${BEN}` }),
    ['index-attributes inboxRow'],
  ],
  [
    'storage-key: a profile picture under the key of a file',
    () => damageItem(keys.profileKey(BEN), { profilePicture: community.file }),
    ['storage-key profile'],
  ],
  [
    'values: an HTML picture',
    () => damageItem(getPostKey(), { image: { ...buildImage(), contentType: 'text/html' } }),
    ['values post'],
  ],
  [
    'expiry: a comment that expires',
    () => damageItem(getCommentKey(0), { expiresAt: 2_000_000_000 }),
    ['expiry comment'],
  ],
  [
    'expiry: an item that expired long ago',
    () => damageItem(getSentRecordKey(0), { expiresAt: Math.floor(Date.now() / 1000) - 20 * DAY_SECONDS }),
    ['expiry sentMessage'],
  ],
];
