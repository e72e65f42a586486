import { type ItemTypeName, itemKey } from '../../../lambdas/table/item-types.ts';
import { ITEM_DEFINITIONS } from '../items/definitions.ts';
import type { ExportRule } from '../items/item-definition.ts';
import type { PlainItem } from '../items/plain-item.ts';

/** Attributes that only serve indexes, and repeat other attributes. */
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

/** Digests that say nothing about the member. */
const DIGEST_ATTRIBUTES = ['acceptedCode', 'pendingRecovery'];

/** Attributes about other members. */
const OTHER_MEMBER_ATTRIBUTES = ['likers'];

/** Attributes that an export leaves out. */
const EXCLUDED_ATTRIBUTES = [...INDEX_ATTRIBUTES, ...DIGEST_ATTRIBUTES, ...OTHER_MEMBER_ATTRIBUTES];

/**
 * Returns an item for the member's export, without index attributes, digests, and other members.
 *
 * The number of recovery codes replaces their digests.
 */
export function presentItem(item: PlainItem): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !EXCLUDED_ATTRIBUTES.includes(name))
      .map(([name, value]) => [name, name === 'recoveryCodes' && Array.isArray(value) ? value.length : value]),
  );
}

/** Returns the partition keys of the types in the member's own partitions. */
export function listMemberPartitions(userId: string): string[] {
  const partitions = listTypesIn('member-partition').map((type) => itemKey(type, userId).pk);
  return [...new Set(partitions)];
}

/** Returns the types whose items are exported from this place. */
export function listTypesIn(place: Extract<ExportRule, { in: string }>['in']): ItemTypeName[] {
  return (Object.keys(ITEM_DEFINITIONS) as ItemTypeName[]).filter((type) => {
    const rule = ITEM_DEFINITIONS[type].export;
    return 'in' in rule && rule.in === place;
  });
}
