import { ITEM_TYPES, type ItemTypeName } from '../../../../lambdas/table/item-types.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO } from '../fixture.ts';
import { type ItemBuilder, type ItemCorruption, itemWith, type Variant } from './samples.ts';
import { buildUlid } from './snapshot.ts';

/*
 * Corruptions of a single item that its own check must report, without other items.
 */

const TYPES = Object.keys(ITEM_TYPES) as ItemTypeName[];

const KNOWN_TYPE_CORRUPTIONS: readonly ItemCorruption[] = [
  ['a sort key of no type', 'known-type', () => ({ pk: `USER#${ADA}`, sk: 'NOTE#1' })],
  ['a partition key of no type', 'known-type', () => ({ pk: 'NOTE#1', sk: 'PROFILE' })],
  ['a partition key without its ID', 'known-type', () => ({ pk: 'USER#', sk: 'PROFILE' })],
  ['a sort key without its ID', 'known-type', () => ({ pk: `USER#${ADA}`, sk: 'LIKE#' })],
  ['a sort key with more than its prefix', 'known-type', () => ({ pk: `USER#${ADA}`, sk: 'PROFILE#1' })],
  ['a partition key with more than its prefix', 'known-type', () => ({ pk: 'SCHEMA#1', sk: 'VERSION' })],
];

/** Another member than the one in the keys of the samples. */
const OTHER_USER = { userId: BEN };

/** An ID that no item of the community has. */
const OTHER_ULID = buildUlid(1);

const KEY_CORRUPTIONS: readonly ItemCorruption[] = [
  ['a profile of another member', 'key', itemWith('profile', OTHER_USER)],
  ['a hidden profile of another member', 'key', itemWith('hiddenProfile', OTHER_USER)],
  ['a tombstone of another member', 'key', itemWith('profileTombstone', OTHER_USER)],
  ['a ledger entry of another member', 'key', itemWith('ledgerEntry', OTHER_USER)],
  ['a ledger entry of another source', 'key', itemWith('ledgerEntry', { source: 'dispute' })],
  ['a ledger entry with another source ID', 'key', itemWith('ledgerEntry', { sourceId: 're_2' })],
  ['a reversal of another deleted member', 'key', itemWith('deletedMemberReversal', OTHER_USER)],
  ['a reversal of another source', 'key', itemWith('deletedMemberReversal', { source: 'dispute' })],
  ['a copy with another checksum', 'key', itemWith('heldCopy', { checksum: 'x' })],
  ['a follow of oneself', 'key', itemWith('following', { sk: `FOLLOWING#${ADA}` })],
  ['a follower who is the member', 'key', itemWith('follower', { sk: `FOLLOWER#${BEN}` })],
  ['a like of a profile', 'key', itemWith('like', { sk: `LIKE#USER#${ADA}` })],
  ['a like of something unknown', 'key', itemWith('like', { sk: 'LIKE#x' })],
  ['an order of another member', 'key', itemWith('paymentOrder', OTHER_USER)],
  ['an order with another ID', 'key', itemWith('paymentOrder', { orderId: 'x' })],
  ['an inbox row of another member', 'key', itemWith('inboxRow', { userId: CLEO })],
  ['an inbox row with another partner', 'key', itemWith('inboxRow', { otherId: CLEO })],
  ['a registered socket of another member', 'key', itemWith('memberSocket', OTHER_USER)],
  ['a file with another key', 'key', itemWith('file', ({ key }) => ({ key: `${key}x` }))],
  ['a post with another ID', 'key', itemWith('post', { postId: OTHER_ULID })],
  ['a hidden post with another ID', 'key', itemWith('hiddenPost', { postId: OTHER_ULID })],
  ['a tombstone of another post', 'key', itemWith('postTombstone', { postId: OTHER_ULID })],
  ['a comment of another post', 'key', itemWith('comment', { postId: OTHER_ULID })],
  ['a comment with another ID', 'key', itemWith('comment', { commentId: OTHER_ULID })],
  ['a message of another sender', 'key', itemWith('message', { sender: CLEO })],
  ['a message to another recipient', 'key', itemWith('message', { recipient: CLEO })],
  ['a message with another ID', 'key', itemWith('message', { messageId: OTHER_ULID })],
  ['a record of a sender outside the conversation', 'key', itemWith('sentMessage', { sk: `SENT#${CLEO}#x` })],
  ["a record without the client's ID", 'key', itemWith('sentMessage', { sk: `SENT#${ADA}` })],
  ["a record of a client's ID with separators", 'nothing', itemWith('sentMessage', { sk: `SENT#${ADA}##x#` })],
  ['an unclaimed payment of another provider', 'key', itemWith('unclaimedPayment', { provider: 'stripe' })],
  ['an unclaimed payment with another ID', 'key', itemWith('unclaimedPayment', { paymentId: 'x' })],
];

/** The attributes of each variant that the indexes use. A file has all of them. */
const INDEXED_ATTRIBUTES: Partial<Record<Variant, readonly string[]>> = {
  profile: ['list', 'depthList', 'depthOrder', 'textOrder', 'numberOrder', 'searchText'],
  ledgerEntry: ['owner', 'textOrder'],
  inboxRow: ['list', 'textOrder'],
  file: ['list', 'depthList', 'typeList', 'owner', 'depthOrder', 'textOrder', 'numberOrder', 'searchText'],
  post: ['list', 'depthList', 'owner', 'depthOrder', 'textOrder', 'searchText'],
  comment: ['owner', 'textOrder'],
};
const INDEX_ATTRIBUTES = INDEXED_ATTRIBUTES.file!;

/** Variants that allow no further attributes, so another attribute is a wrong shape. */
const STRICT_VARIANTS: readonly Variant[] = ['credentials', 'conductCount'];

const INDEX_CORRUPTIONS: readonly ItemCorruption[] = [
  ['a hidden profile that the purge job does not find', 'index-attributes', itemWith('hiddenProfile', { owner: 'x' })],
  ['a hidden post that no purge finds', 'index-attributes', itemWith('hiddenPost', { owner: 'x' })],
  ["a hidden post that its author's purge finds", 'nothing', itemWith('hiddenPost', { owner: `POST#${BEN}` })],
  [
    "a hidden post that another author's purge finds",
    'index-attributes',
    itemWith('hiddenPost', { owner: `POST#${ADA}` }),
  ],
  ['a hidden post that a list shows', 'index-attributes', itemWith('hiddenPost', { list: 'POST#0#0' })],
  ...Object.entries(INDEXED_ATTRIBUTES).flatMap(([variant, attributes]) =>
    attributes.flatMap((attribute): ItemCorruption[] => [
      [
        `a ${variant} with another ${attribute}`,
        'index-attributes',
        itemWith(variant as Variant, { [attribute]: 'x' }),
      ],
      [
        `a ${variant} without ${attribute}`,
        'index-attributes',
        itemWith(variant as Variant, { [attribute]: undefined }),
      ],
    ]),
  ),
  ...[...TYPES, 'deletedMemberReversal' as const]
    .filter((variant) => !STRICT_VARIANTS.includes(variant))
    .flatMap((variant) =>
      INDEX_ATTRIBUTES.filter((attribute) => !INDEXED_ATTRIBUTES[variant]?.includes(attribute)).map(
        (attribute): ItemCorruption => [
          `a ${variant} with a surplus ${attribute}`,
          'index-attributes',
          itemWith(variant, { [attribute]: 'x' }),
        ],
      ),
    ),
];

/** Variants whose items expire. */
const EXPIRING_VARIANTS: readonly Variant[] = [
  'idempotencyKey',
  'paymentOrder',
  'memberSocket',
  'socket',
  'ticket',
  'sentMessage',
  'callCount',
  'frameCount',
  'conductCount',
  'uploadReservation',
  'profileTombstone',
  'postTombstone',
];

/** Variants whose items never expire. */
const LASTING_VARIANTS: readonly Variant[] = [
  ...TYPES.filter((type) => !EXPIRING_VARIANTS.includes(type) && !STRICT_VARIANTS.includes(type)),
  'deletedMemberReversal',
];

/** Returns a function that builds an item that expired some days ago. DynamoDB deletes expired items within days. */
function itemExpiredFor(variant: Variant, days: number): ItemBuilder {
  return (snapshot) => itemWith(variant, { expiresAt: Math.floor((snapshot.now - days * DAY_MS) / 1000) })(snapshot);
}

/** A time far in the future, in seconds since 1970. */
const YEAR_2096 = 4e9;

const EXPIRY_CORRUPTIONS: readonly ItemCorruption[] = [
  ...LASTING_VARIANTS.map(
    (variant): ItemCorruption => [`a ${variant} that expires`, 'expiry', itemWith(variant, { expiresAt: YEAR_2096 })],
  ),
  ...EXPIRING_VARIANTS.flatMap((variant): ItemCorruption[] => [
    [`a ${variant} that expired 15 days ago`, 'expiry', itemExpiredFor(variant, 15)],
    [`a ${variant} that expired 14 days ago`, 'nothing', itemExpiredFor(variant, 14)],
  ]),
];

/** Corruptions of a single item's type, keys, and expiry. `shapes.ts` has those of other attributes. */
export const ITEM_CORRUPTIONS: readonly ItemCorruption[] = [
  ...KNOWN_TYPE_CORRUPTIONS,
  ...KEY_CORRUPTIONS,
  ...INDEX_CORRUPTIONS,
  ...EXPIRY_CORRUPTIONS,
  ['a conductCount whose only attempt was taken back', 'nothing', itemWith('conductCount', { attempts: 0 })],
  ['a conductCount with the socket that was opened last', 'nothing', itemWith('conductCount', { lastSocket: 'x' })],
  ['a conductCount that reserves a mail', 'nothing', itemWith('conductCount', { reservationId: 'x' })],
  ['a conductCount whose last attempt was taken back', 'nothing', itemWith('conductCount', { takenBackId: 'x' })],
  ['a conductCount with an unknown limit', 'shape', itemWith('conductCount', { dives: 1 })],
];
