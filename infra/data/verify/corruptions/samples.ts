import type { ItemTypeName } from '../../../../lambdas/table/item-types.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import type { ITEM_INVARIANTS } from '../../items/item-checks.ts';
import type { PlainItem } from '../../items/plain-item.ts';
import { ADA, CLEO, DORA } from '../fixture.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns an item that is derived from the items of the community. */
export type ItemBuilder = (snapshot: Snapshot) => PlainItem;

/**
 * A corrupt item, and the only invariant that the verifier reports for it.
 *
 * `nothing` marks items that the product allows. The test checks no other items, because many refer to the corrupt one.
 */
export type ItemCorruption = readonly [
  title: string,
  violated: keyof typeof ITEM_INVARIANTS | 'nothing',
  buildItem: ItemBuilder,
];

/** Functions that return the items of deleted accounts and posts. */
const DELETED_ITEMS = {
  hiddenProfile: (snapshot: Snapshot) => snapshot.get(keys.profileKey(DORA)),
  profileTombstone: (snapshot: Snapshot) => snapshot.get(keys.profileKey(CLEO)),
  hiddenPost: (snapshot: Snapshot) => snapshot.get(keys.postKey(snapshot.community.hiddenPost)),
  postTombstone: (snapshot: Snapshot) => snapshot.get(keys.postKey(snapshot.community.purgedPost)),
  deletedMemberReversal: (snapshot: Snapshot) => snapshot.get(keys.ledgerKey(CLEO, 'refund', 'REFUND1')),
};

/** The item types, and the items of deleted accounts and posts that differ from them. */
export type Variant = ItemTypeName | keyof typeof DELETED_ITEMS;

/** Functions that return a valid item of each variant. For a type without one, the first item of the type is used. */
const SAMPLES: Partial<Record<Variant, ItemBuilder>> = {
  ...DELETED_ITEMS,
  profile: (snapshot) => snapshot.get(keys.profileKey(ADA)),
  post: (snapshot) => snapshot.get(keys.postKey(snapshot.community.post)),
  file: (snapshot) => snapshot.get(keys.fileKey(snapshot.community.file)),
  ledgerEntry: (snapshot) => snapshot.get(keys.ledgerKey(ADA, 'refund', 're_1')),
  inboxRow: (snapshot) => snapshot.find('inboxRow', { userId: ADA }),
  credentials: () => ({
    ...keys.credentialsKey(ADA),
    recoveryCodes: ['x'.repeat(43)],
    acceptedCode: { digest: 'x'.repeat(43), validUntil: 1 },
    pendingRecovery: 'x'.repeat(43),
    pendingEmail: 'x',
  }),
  schemaVersion: () => ({ pk: 'SCHEMA', sk: 'VERSION', version: 1, migratedAt: '2026-01-01T00:00:00.000Z' }),
};

/** Returns a function that builds an item of a variant with other attributes. Undefined removes an attribute. */
export function itemWith(
  variant: Variant,
  attributes: Record<string, unknown> | ((item: PlainItem) => Record<string, unknown>),
): ItemBuilder {
  return (snapshot) => {
    const item = SAMPLES[variant]?.(snapshot) ?? snapshot.find(variant as ItemTypeName);
    const changedAttributes = typeof attributes === 'function' ? attributes(item) : attributes;
    const keptAttributes = Object.entries({ ...item, ...changedAttributes }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(keptAttributes) as PlainItem;
  };
}
