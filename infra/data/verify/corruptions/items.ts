import { ITEM_TYPES, type ItemTypeName } from '../../../../lambdas/table/item-types.ts';
import { ADA, BEN, CLEO } from '../fixture.ts';
import { damaged, type ItemCorruption, type Variant } from './samples.ts';
import { DAY_MS, ulidOf } from './snapshot.ts';

const TYPES = Object.keys(ITEM_TYPES) as ItemTypeName[];

const KNOWN_TYPE: readonly ItemCorruption[] = [
  ['a sort key of no type', 'known-type', () => ({ pk: `USER#${ADA}`, sk: 'NOTE#1' })],
  ['a partition key of no type', 'known-type', () => ({ pk: 'NOTE#1', sk: 'PROFILE' })],
  ['a partition key without its ID', 'known-type', () => ({ pk: 'USER#', sk: 'PROFILE' })],
  ['a sort key without its ID', 'known-type', () => ({ pk: `USER#${ADA}`, sk: 'LIKE#' })],
  ['a sort key with more than its prefix', 'known-type', () => ({ pk: `USER#${ADA}`, sk: 'PROFILE#1' })],
  ['a partition key with more than its prefix', 'known-type', () => ({ pk: 'SCHEMA#1', sk: 'VERSION' })],
];

const OTHER_USER = { userId: BEN };
const OTHER_ULID = ulidOf(1);
const withSk = (sk: string) => ({ sk });

const KEY: readonly ItemCorruption[] = [
  ['a profile of another member', 'key', damaged('profile', OTHER_USER)],
  ['a hidden profile of another member', 'key', damaged('hiddenProfile', OTHER_USER)],
  ['a tombstone of another member', 'key', damaged('profileTombstone', OTHER_USER)],
  ['a ledger entry of another member', 'key', damaged('ledgerEntry', OTHER_USER)],
  ['a ledger entry of another source', 'key', damaged('ledgerEntry', { source: 'dispute' })],
  ['a ledger entry with another source ID', 'key', damaged('ledgerEntry', { sourceId: 're_2' })],
  ['a reversal of another deleted member', 'key', damaged('deletedMemberReversal', OTHER_USER)],
  ['a reversal of another source', 'key', damaged('deletedMemberReversal', { source: 'dispute' })],
  ['a copy with another checksum', 'key', damaged('heldCopy', { checksum: 'x' })],
  ['a follow of oneself', 'key', damaged('following', withSk(`FOLLOWING#${ADA}`))],
  ['a follower who is the member', 'key', damaged('follower', withSk(`FOLLOWER#${BEN}`))],
  ['a like of a profile', 'key', damaged('like', withSk(`LIKE#USER#${ADA}`))],
  ['a like of something unknown', 'key', damaged('like', withSk('LIKE#x'))],
  ['an order of another member', 'key', damaged('paymentOrder', OTHER_USER)],
  ['an order with another ID', 'key', damaged('paymentOrder', { orderId: 'x' })],
  ['an inbox row of another member', 'key', damaged('inboxRow', { userId: CLEO })],
  ['an inbox row with another partner', 'key', damaged('inboxRow', { otherId: CLEO })],
  ['a registered socket of another member', 'key', damaged('memberSocket', OTHER_USER)],
  ['a file with another key', 'key', damaged('file', ({ key }) => ({ key: `${key}x` }))],
  ['a post with another ID', 'key', damaged('post', { postId: OTHER_ULID })],
  ['a hidden post with another ID', 'key', damaged('hiddenPost', { postId: OTHER_ULID })],
  ['a tombstone of another post', 'key', damaged('postTombstone', { postId: OTHER_ULID })],
  ['a comment of another post', 'key', damaged('comment', { postId: OTHER_ULID })],
  ['a comment with another ID', 'key', damaged('comment', { commentId: OTHER_ULID })],
  ['a message of another sender', 'key', damaged('message', { sender: CLEO })],
  ['a message to another recipient', 'key', damaged('message', { recipient: CLEO })],
  ['a message with another ID', 'key', damaged('message', { messageId: OTHER_ULID })],
  ['a record of a sender outside the conversation', 'key', damaged('sentMessage', withSk(`SENT#${CLEO}#x`))],
  ["a record without the client's ID", 'key', damaged('sentMessage', withSk(`SENT#${ADA}`))],
  ["a record of a client's ID with separators", 'nothing', damaged('sentMessage', withSk(`SENT#${ADA}##x#`))],
  ['an unclaimed payment of another provider', 'key', damaged('unclaimedPayment', { provider: 'stripe' })],
  ['an unclaimed payment with another ID', 'key', damaged('unclaimedPayment', { paymentId: 'x' })],
];

/** The attributes of each variant that the indexes use. */
const INDEXED: Partial<Record<Variant, readonly string[]>> = {
  profile: ['list', 'depthList', 'depthOrder', 'textOrder', 'numberOrder', 'searchText'],
  ledgerEntry: ['owner', 'textOrder'],
  inboxRow: ['list', 'textOrder'],
  file: ['list', 'depthList', 'typeList', 'owner', 'depthOrder', 'textOrder', 'numberOrder', 'searchText'],
  post: ['list', 'depthList', 'owner', 'depthOrder', 'textOrder'],
  comment: ['owner', 'textOrder'],
};
const INDEX_ATTRIBUTES = INDEXED.file!;
/** Items that may have no further attributes: another attribute is a wrong shape. */
const STRICT: readonly Variant[] = ['credentials'];

const INDEX: readonly ItemCorruption[] = [
  ['a hidden profile that the purge job does not find', 'index-attributes', damaged('hiddenProfile', { owner: 'x' })],
  ['a hidden post that no purge finds', 'index-attributes', damaged('hiddenPost', { owner: 'x' })],
  ["a hidden post that its author's purge finds", 'nothing', damaged('hiddenPost', { owner: `POST#${BEN}` })],
  [
    "a hidden post that another author's purge finds",
    'index-attributes',
    damaged('hiddenPost', { owner: `POST#${ADA}` }),
  ],
  ['a hidden post that a list shows', 'index-attributes', damaged('hiddenPost', { list: 'POST#0#0' })],
  ...Object.entries(INDEXED).flatMap(([variant, attributes]) =>
    attributes.flatMap((attribute): ItemCorruption[] => [
      [`a ${variant} with another ${attribute}`, 'index-attributes', damaged(variant as Variant, { [attribute]: 'x' })],
      [
        `a ${variant} without ${attribute}`,
        'index-attributes',
        damaged(variant as Variant, { [attribute]: undefined }),
      ],
    ]),
  ),
  ...[...TYPES, 'deletedMemberReversal' as const]
    .filter((variant) => !STRICT.includes(variant))
    .flatMap((variant) =>
      INDEX_ATTRIBUTES.filter((attribute) => !INDEXED[variant]?.includes(attribute)).map(
        (attribute): ItemCorruption => [
          `a ${variant} with a surplus ${attribute}`,
          'index-attributes',
          damaged(variant, { [attribute]: 'x' }),
        ],
      ),
    ),
];

const EXPIRING: readonly Variant[] = [
  ...(['idempotencyKey', 'paymentOrder', 'memberSocket', 'socket', 'ticket', 'sentMessage', 'callCount'] as const),
  ...(['frameCount', 'conductCount', 'uploadReservation', 'profileTombstone', 'postTombstone'] as const),
];
const LASTING: readonly Variant[] = [
  ...TYPES.filter((type) => !EXPIRING.includes(type) && !STRICT.includes(type)),
  ...(['deletedMemberReversal'] as const),
];

/** Returns an item that expired some days ago. */
function expired(variant: Variant, days: number): ItemCorruption[2] {
  return (snapshot) => damaged(variant, { expiresAt: Math.floor((snapshot.now - days * DAY_MS) / 1000) })(snapshot);
}

const EXPIRY: readonly ItemCorruption[] = [
  ...LASTING.map((type): ItemCorruption => [`a ${type} that expires`, 'expiry', damaged(type, { expiresAt: 4e9 })]),
  ...EXPIRING.flatMap((variant): ItemCorruption[] => [
    [`a ${variant} that expired 15 days ago`, 'expiry', expired(variant, 15)],
    [`a ${variant} that expired 14 days ago`, 'nothing', expired(variant, 14)],
  ]),
];

export const ITEM_CORRUPTIONS: readonly ItemCorruption[] = [...KNOWN_TYPE, ...KEY, ...INDEX, ...EXPIRY];
