import { ITEM_TYPES, type ItemTypeName } from '../../../../lambdas/table/item-types.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO } from '../fixture.ts';
import { type Damage, damages, type ItemCorruption, type Variant } from './samples.ts';
import { ulidOf } from './snapshot.ts';

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
const OTHER_ULID = ulidOf(1);

const withSk = (sk: string) => ({ sk });

const KEY_CORRUPTIONS: readonly ItemCorruption[] = [
  ['a profile of another member', 'key', damages('profile', OTHER_USER)],
  ['a hidden profile of another member', 'key', damages('hiddenProfile', OTHER_USER)],
  ['a tombstone of another member', 'key', damages('profileTombstone', OTHER_USER)],
  ['a ledger entry of another member', 'key', damages('ledgerEntry', OTHER_USER)],
  ['a ledger entry of another source', 'key', damages('ledgerEntry', { source: 'dispute' })],
  ['a ledger entry with another source ID', 'key', damages('ledgerEntry', { sourceId: 're_2' })],
  ['a reversal of another deleted member', 'key', damages('deletedMemberReversal', OTHER_USER)],
  ['a reversal of another source', 'key', damages('deletedMemberReversal', { source: 'dispute' })],
  ['a copy with another checksum', 'key', damages('heldCopy', { checksum: 'x' })],
  ['a follow of oneself', 'key', damages('following', withSk(`FOLLOWING#${ADA}`))],
  ['a follower who is the member', 'key', damages('follower', withSk(`FOLLOWER#${BEN}`))],
  ['a like of a profile', 'key', damages('like', withSk(`LIKE#USER#${ADA}`))],
  ['a like of something unknown', 'key', damages('like', withSk('LIKE#x'))],
  ['an order of another member', 'key', damages('paymentOrder', OTHER_USER)],
  ['an order with another ID', 'key', damages('paymentOrder', { orderId: 'x' })],
  ['an inbox row of another member', 'key', damages('inboxRow', { userId: CLEO })],
  ['an inbox row with another partner', 'key', damages('inboxRow', { otherId: CLEO })],
  ['a registered socket of another member', 'key', damages('memberSocket', OTHER_USER)],
  ['a file with another key', 'key', damages('file', ({ key }) => ({ key: `${key}x` }))],
  ['a post with another ID', 'key', damages('post', { postId: OTHER_ULID })],
  ['a hidden post with another ID', 'key', damages('hiddenPost', { postId: OTHER_ULID })],
  ['a tombstone of another post', 'key', damages('postTombstone', { postId: OTHER_ULID })],
  ['a comment of another post', 'key', damages('comment', { postId: OTHER_ULID })],
  ['a comment with another ID', 'key', damages('comment', { commentId: OTHER_ULID })],
  ['a message of another sender', 'key', damages('message', { sender: CLEO })],
  ['a message to another recipient', 'key', damages('message', { recipient: CLEO })],
  ['a message with another ID', 'key', damages('message', { messageId: OTHER_ULID })],
  ['a record of a sender outside the conversation', 'key', damages('sentMessage', withSk(`SENT#${CLEO}#x`))],
  ["a record without the client's ID", 'key', damages('sentMessage', withSk(`SENT#${ADA}`))],
  ["a record of a client's ID with separators", 'nothing', damages('sentMessage', withSk(`SENT#${ADA}##x#`))],
  ['an unclaimed payment of another provider', 'key', damages('unclaimedPayment', { provider: 'stripe' })],
  ['an unclaimed payment with another ID', 'key', damages('unclaimedPayment', { paymentId: 'x' })],
];

/** The attributes of each variant that the indexes use. A file has all of them. */
const INDEXED_ATTRIBUTES: Partial<Record<Variant, readonly string[]>> = {
  profile: ['list', 'depthList', 'depthOrder', 'textOrder', 'numberOrder', 'searchText'],
  ledgerEntry: ['owner', 'textOrder'],
  inboxRow: ['list', 'textOrder'],
  file: ['list', 'depthList', 'typeList', 'owner', 'depthOrder', 'textOrder', 'numberOrder', 'searchText'],
  post: ['list', 'depthList', 'owner', 'depthOrder', 'textOrder'],
  comment: ['owner', 'textOrder'],
};
const INDEX_ATTRIBUTES = INDEXED_ATTRIBUTES.file!;

/** Variants that allow no further attributes, so another attribute is a wrong shape. */
const STRICT_VARIANTS: readonly Variant[] = ['credentials'];

const INDEX_CORRUPTIONS: readonly ItemCorruption[] = [
  ['a hidden profile that the purge job does not find', 'index-attributes', damages('hiddenProfile', { owner: 'x' })],
  ['a hidden post that no purge finds', 'index-attributes', damages('hiddenPost', { owner: 'x' })],
  ["a hidden post that its author's purge finds", 'nothing', damages('hiddenPost', { owner: `POST#${BEN}` })],
  [
    "a hidden post that another author's purge finds",
    'index-attributes',
    damages('hiddenPost', { owner: `POST#${ADA}` }),
  ],
  ['a hidden post that a list shows', 'index-attributes', damages('hiddenPost', { list: 'POST#0#0' })],
  ...Object.entries(INDEXED_ATTRIBUTES).flatMap(([variant, attributes]) =>
    attributes.flatMap((attribute): ItemCorruption[] => [
      [`a ${variant} with another ${attribute}`, 'index-attributes', damages(variant as Variant, { [attribute]: 'x' })],
      [
        `a ${variant} without ${attribute}`,
        'index-attributes',
        damages(variant as Variant, { [attribute]: undefined }),
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
          damages(variant, { [attribute]: 'x' }),
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

/** Returns a damage: an item that expired some days ago. DynamoDB deletes expired items within days. */
function expires(variant: Variant, days: number): Damage {
  return (snapshot) => damages(variant, { expiresAt: Math.floor((snapshot.now - days * DAY_MS) / 1000) })(snapshot);
}

/** A time far in the future, in seconds since 1970. */
const YEAR_2096 = 4e9;

const EXPIRY_CORRUPTIONS: readonly ItemCorruption[] = [
  ...LASTING_VARIANTS.map(
    (variant): ItemCorruption => [`a ${variant} that expires`, 'expiry', damages(variant, { expiresAt: YEAR_2096 })],
  ),
  ...EXPIRING_VARIANTS.flatMap((variant): ItemCorruption[] => [
    [`a ${variant} that expired 15 days ago`, 'expiry', expires(variant, 15)],
    [`a ${variant} that expired 14 days ago`, 'nothing', expires(variant, 14)],
  ]),
];

/** Corruptions of a single item's type, keys, and expiry. `shapes.ts` has those of other attributes. */
export const ITEM_CORRUPTIONS: readonly ItemCorruption[] = [
  ...KNOWN_TYPE_CORRUPTIONS,
  ...KEY_CORRUPTIONS,
  ...INDEX_CORRUPTIONS,
  ...EXPIRY_CORRUPTIONS,
];
