import type { ItemType } from './item-type.ts';

/** The primary key of an item. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Every type of item in the table.
 *
 * To add a type, write its row here, its functions in a module of this folder, and its definition in `infra/data/items`
 * (contents, attributes, verification, and export), which bundles don't contain. The code doesn't compile without the
 * definition, nor without a step in `lambdas/account/purge-account.ts` if the purge rule needs one. Then run
 * `npm run generate`, and add a row per function to docs/access-patterns.md.
 */
export const ITEM_TYPES = {
  profile: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'PROFILE',
    listed: 'by-depth',
    owner: 'REMOVAL',
    purge: 'replaced-by-tombstone',
  },
  ledgerEntry: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'LEDGER',
    sortId: 'source#sourceId',
    owner: 'LEDGER',
    purge: 'member-row-step',
  },
  heldCopy: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'COPY',
    sortId: 'checksum#file',
    purge: 'member-row',
  },
  following: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'FOLLOWING',
    sortId: 'userId',
    purge: 'member-row-step',
  },
  follower: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'FOLLOWER',
    sortId: 'userId',
    purge: 'member-row-step',
  },
  like: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'LIKE',
    sortId: 'pk of the item',
    purge: 'member-row-step',
  },
  idempotencyKey: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'IDEMPOTENCY',
    sortId: 'kind#key',
    purge: 'member-row',
    expires: 'after one day',
  },
  paymentOrder: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'ORDER',
    sortId: 'orderId',
    purge: 'member-row',
    expires: 'after two years',
  },
  inboxRow: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'INBOX',
    sortId: 'userId',
    listed: 'by-member',
    purge: 'member-row-step',
  },
  memberSocket: {
    partition: 'USER',
    partitionId: 'userId',
    sort: 'SOCKET',
    sortId: 'connectionId',
    purge: 'member-row-step',
    expires: 'after two hours',
  },
  socket: {
    partition: 'SOCKET',
    partitionId: 'connectionId',
    sort: 'SOCKET',
    purge: 'with-parent',
    parent: 'memberSocket',
    expires: 'after two hours',
  },
  ticket: {
    partition: 'TICKET',
    partitionId: 'digest',
    sort: 'TICKET',
    purge: 'expires',
    expires: 'after one minute',
  },
  file: {
    partition: 'FILE',
    partitionId: 'fileId',
    sort: 'FILE',
    listed: 'by-depth',
    owner: 'FILE',
    purge: 'by-owner',
  },
  post: {
    partition: 'POST',
    partitionId: 'postId',
    sort: 'POST',
    listed: 'by-depth',
    owner: 'POST',
    purge: 'by-owner',
  },
  comment: {
    partition: 'POST',
    partitionId: 'postId',
    sort: 'COMMENT',
    sortId: 'commentId',
    owner: 'COMMENT',
    purge: 'by-owner',
  },
  message: {
    partition: 'CHAT',
    partitionId: 'conversationId',
    sort: 'MESSAGE',
    sortId: 'messageId',
    purge: 'with-parent',
    parent: 'inboxRow',
  },
  sentMessage: {
    partition: 'CHAT',
    partitionId: 'conversationId',
    sort: 'SENT',
    sortId: 'userId#clientMessageId',
    purge: 'with-parent',
    parent: 'inboxRow',
    expires: 'after one week',
  },
  credentials: {
    partition: 'CREDENTIALS',
    partitionId: 'userId',
    sort: 'CREDENTIALS',
    purge: 'with-parent',
    parent: 'profile',
  },
  callCount: {
    partition: 'CALLS',
    partitionId: 'userId',
    sort: 'MINUTE',
    sortId: 'minute',
    purge: 'expires',
    expires: 'one minute after its minute',
  },
  frameCount: {
    partition: 'CALLS',
    partitionId: 'userId',
    sort: 'FRAMES',
    sortId: 'action#minute',
    purge: 'expires',
    expires: 'one minute after its minute',
  },
  conductCount: {
    partition: 'CONDUCT',
    partitionId: 'userId or hash of an email',
    sort: 'COUNT',
    sortId: 'window#number, mail, codes#purpose, or sockets',
    purge: 'expires',
    expires: 'with its window',
  },
  uploadReservation: {
    partition: 'CONDUCT',
    partitionId: 'userId',
    sort: 'UPLOAD',
    sortId: 'ulid of the storage key',
    purge: 'expires',
    expires: 'after 30 days',
  },
  jobProgress: {
    partition: 'JOB',
    partitionId: 'job',
    sort: 'PROGRESS',
    purge: 'retained',
  },
  schemaVersion: {
    partition: 'SCHEMA',
    sort: 'VERSION',
    purge: 'retained',
  },
  jobSegment: {
    partition: 'JOB',
    partitionId: 'job',
    sort: 'SEGMENT',
    sortId: 'number/count',
    purge: 'retained',
  },
  depthMarker: {
    partition: 'MARKER',
    partitionId: 'userId',
    sort: 'DEPTH',
    derived: true,
    purge: 'with-parent',
    parent: 'profile',
  },
  depthBucket: {
    partition: 'HISTOGRAM',
    partitionId: 'shard',
    sort: 'DEPTH',
    sortId: 'bucket',
    derived: true,
    purge: 'retained',
  },
  unclaimedPayment: {
    partition: 'UNCLAIMED',
    sort: '',
    sortId: 'provider#paymentId',
    purge: 'retained',
  },
} as const satisfies Record<string, ItemType>;

export type ItemTypeName = keyof typeof ITEM_TYPES;

type Types = typeof ITEM_TYPES;

/** Names of the item types with these properties. */
export type ItemTypesWith<P extends Partial<ItemType>> = {
  [T in ItemTypeName]: Types[T] extends P ? T : never;
}[ItemTypeName];

/** Names of the types whose items the purge job finds in the member's partition. */
export type MemberRowType = ItemTypesWith<{ purge: 'member-row' | 'member-row-step' }>;

/** Prefixes of the table's partition keys. */
export type Partition = Types[ItemTypeName]['partition'];

/** Prefixes of the types that are listed by depth. */
export type ListKind = Types[ItemTypesWith<{ listed: 'by-depth' }>]['partition'];

/** Prefixes of the `owner` attribute: the kinds of items that `ByOwner` lists by member. */
export type OwnerKind = Exclude<Types[ItemTypesWith<{ owner: string }>]['owner'], 'REMOVAL'>;

/** The `owner` of hidden items that the purge job must still delete. Ordered by the time of hiding. */
export const PENDING_PURGE = ITEM_TYPES.profile.owner;

/** Builds the key of an item: `PREFIX#id` if the type has an ID, otherwise the prefix alone. */
export function itemKey(type: ItemTypeName, partitionId = '', sortId = ''): ItemKey {
  const { partition, sort }: ItemType = ITEM_TYPES[type];
  return { pk: join(partition, partitionId), sk: join(sort, sortId) };
}

/** Returns the common prefix of all sort keys of a type with sort IDs, for `begins_with`. */
export function sortPrefix(type: ItemTypeName): string {
  return `${ITEM_TYPES[type].sort}#`;
}

/** Returns the ID in a sort key of this type. */
export function sortIdOf(type: ItemTypeName, { sk }: Pick<ItemKey, 'sk'>): string {
  return sk.slice(sortPrefix(type).length);
}

/** Returns the ID in a partition key, which may itself hold `#`. */
export function partitionIdOf({ pk }: Pick<ItemKey, 'pk'>): string {
  return pk.slice(pk.indexOf('#') + 1);
}

/** Returns the type of an item that has no sort ID, by its partition key: a profile, file or post. */
export function mainTypeOf({ pk }: Pick<ItemKey, 'pk'>): ItemTypesWith<{ listed: 'by-depth' }> | undefined {
  const [prefix] = pk.split('#', 1);
  return (['profile', 'file', 'post'] as const).find((type) => ITEM_TYPES[type].partition === prefix);
}

/** Returns whether a key belongs to an item of this type, which must have no sort IDs. */
export function isKeyOf(type: ItemTypeName, { pk, sk }: ItemKey): boolean {
  const { partition, sort }: ItemType = ITEM_TYPES[type];
  return pk.startsWith(`${partition}#`) && sk === sort;
}

/** Partition keys of the table and of `ByOwner` without an ID: types that have a single partition. */
export const SINGLE_PARTITIONS: readonly string[] = [
  ...Object.values<ItemType>(ITEM_TYPES)
    .filter(({ partitionId }) => partitionId === undefined)
    .map(({ partition }) => partition),
  PENDING_PURGE,
];

/** Returns whether the change feed derives an item from others. */
export function isDerived({ pk }: Pick<ItemKey, 'pk'>): boolean {
  return Object.values<ItemType>(ITEM_TYPES).some(
    ({ derived, partition }) => derived && pk.startsWith(`${partition}#`),
  );
}

function join(prefix: string, id: string): string {
  return [prefix, id].filter((part) => part !== '').join('#');
}
