import { type ItemTypeName, itemKey, sortIdOf } from '../../lambdas/table/item-types.ts';
import type { PlainItem } from '../verify/plain-item.ts';

/** How the items of a type belong to the export of one member's data. */
export type ExportRule =
  /** The member's ID is in the partition key. */
  | { readonly in: 'member-partition' }
  /** `ByOwner` lists the items of the member. */
  | { readonly in: 'by-owner' }
  /** The items are in the partitions of the member's conversations. */
  | { readonly in: 'conversations'; readonly isOf: (item: PlainItem, userId: string) => boolean }
  /** The items of all members are in one partition. */
  | { readonly in: 'single-partition'; readonly isOf: (item: PlainItem, userId: string) => boolean }
  /** Not exported, with the reason. */
  | { readonly none: string };

/**
 * How the items of every type belong to a member's export. The compiler rejects an item type without its entry.
 *
 * Items in which other members did something, such as comments on a member's post, are the data of those members.
 */
export const EXPORT_RULES: Readonly<Record<ItemTypeName, ExportRule>> = {
  profile: { in: 'member-partition' },
  ledgerEntry: { in: 'member-partition' },
  heldCopy: { in: 'member-partition' },
  following: { in: 'member-partition' },
  follower: { in: 'member-partition' },
  like: { in: 'member-partition' },
  idempotencyKey: { in: 'member-partition' },
  paymentOrder: { in: 'member-partition' },
  inboxRow: { in: 'member-partition' },
  memberSocket: { in: 'member-partition' },
  socket: { none: 'repeats the member socket' },
  ticket: { none: 'expires after one minute, and its key is a secret' },
  file: { in: 'by-owner' },
  post: { in: 'by-owner' },
  comment: { in: 'by-owner' },
  message: { in: 'conversations', isOf: ({ sender, recipient }, userId) => sender === userId || recipient === userId },
  sentMessage: {
    in: 'conversations',
    isOf: (item, userId) => sortIdOf('sentMessage', item).startsWith(`${userId}#`),
  },
  credentials: { in: 'member-partition' },
  callCount: { in: 'member-partition' },
  frameCount: { in: 'member-partition' },
  conductCount: { in: 'member-partition' },
  uploadReservation: { in: 'member-partition' },
  jobProgress: { none: 'belongs to no member' },
  jobSegment: { none: 'belongs to no member' },
  schemaVersion: { none: 'belongs to no member' },
  unclaimedPayment: { in: 'single-partition', isOf: (item, userId) => item.userId === userId },
};

/** Attributes that only serve indexes: they repeat others. */
const INDEX_ATTRIBUTES = [
  'list',
  'typeList',
  'depthList',
  'depthOrder',
  'textOrder',
  'numberOrder',
  'searchText',
  'owner',
];

/** Attributes about other members. */
const OTHER_MEMBERS = ['likers'];

/**
 * Returns an item as the member gets it: without index attributes and other members, and with the number of recovery codes
 * instead of their digests.
 */
export function presentItem(item: PlainItem): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !INDEX_ATTRIBUTES.includes(name) && !OTHER_MEMBERS.includes(name))
      .map(([name, value]) => [name, name === 'recoveryCodes' && Array.isArray(value) ? value.length : value]),
  );
}

/** Returns the partition keys of the types in the member's own partitions. */
export function memberPartitions(userId: string): string[] {
  const types = typesIn('member-partition').map((type) => itemKey(type, userId).pk);
  return [...new Set(types)];
}

/** Returns the types with a rule. */
export function typesIn(place: Extract<ExportRule, { in: string }>['in']): ItemTypeName[] {
  return (Object.keys(EXPORT_RULES) as ItemTypeName[]).filter((type) => {
    const rule = EXPORT_RULES[type];
    return 'in' in rule && rule.in === place;
  });
}
