import type { ItemTypeName } from '../../../../lambdas/table/item-types.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import type { ITEM_INVARIANTS } from '../../items/item-checks.ts';
import type { PlainItem } from '../../items/plain-item.ts';
import { ADA, CLEO, DORA } from '../fixture.ts';
import type { Snapshot } from './snapshot.ts';

/** A damaged item, and the only invariant that reports it. The test checks no other items, because many refer to it. */
export type ItemCorruption = readonly [name: string, reports: keyof typeof ITEM_INVARIANTS | 'nothing', damage: Damage];

/** Returns a damaged item, derived from the items of the community. */
export type Damage = (snapshot: Snapshot) => PlainItem;

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

/** Functions that return an undamaged item of each variant. Without one, the first item of the type is used. */
const SAMPLES: Partial<Record<Variant, (snapshot: Snapshot) => PlainItem>> = {
  ...DELETED_ITEMS,
  profile: (snapshot) => snapshot.get(keys.profileKey(ADA)),
  post: (snapshot) => snapshot.get(keys.postKey(snapshot.community.post)),
  file: (snapshot) => snapshot.get(keys.fileKey(snapshot.community.file)),
  ledgerEntry: (snapshot) => snapshot.get(keys.ledgerKey(ADA, 'refund', 're_1')),
  inboxRow: (snapshot) => snapshot.find('inboxRow', { userId: ADA }),
  credentials: () => ({ ...keys.credentialsKey(ADA), recoveryCodes: ['x'.repeat(43)], pendingEmail: 'x' }),
  schemaVersion: () => ({ pk: 'SCHEMA', sk: 'VERSION', version: 1, migratedAt: '2026-01-01T00:00:00.000Z' }),
};

/** Returns a damage: an item of a variant with other attributes. Undefined removes an attribute. */
export function damages(
  variant: Variant,
  attributes: Record<string, unknown> | ((item: PlainItem) => Record<string, unknown>),
): Damage {
  return (snapshot) => {
    const item = SAMPLES[variant]?.(snapshot) ?? snapshot.find(variant as ItemTypeName);
    const changes = typeof attributes === 'function' ? attributes(item) : attributes;
    const keptAttributes = Object.entries({ ...item, ...changes }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(keptAttributes) as PlainItem;
  };
}
