import { type ListKind, type OwnerKind, type Partition, SINGLE_PARTITIONS } from '../../lambdas/table/item-types.ts';
import type { IndexName } from '../../lambdas/table/schema.ts';

/** What a function may do with items of a partition. Nothing scans the table. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'Query';

/** Prefixes of the partition keys of each index. */
interface IndexPartitions {
  readonly ByDepth: ListKind;
  readonly ByText: ListKind | 'INBOX';
  readonly ByNumber: ListKind;
  readonly ByOwner: OwnerKind | 'REMOVAL';
}

/** What a function may do, by partition. */
export type ItemAccess = { readonly [P in Partition]?: readonly ItemAction[] };

/** What a function may query, by index. */
export type QueryAccess = { readonly [I in IndexName]?: readonly IndexPartitions[I][] };

/** Some actions, and the partition keys that they are allowed on. */
interface KeyedActions {
  readonly actions: readonly ItemAction[];
  /** Patterns of `dynamodb:LeadingKeys`. */
  readonly keys: readonly string[];
}

/**
 * The access by actions that share their partitions. One statement must hold all partitions of an action: a
 * BatchGetItem is judged as a whole, with all of its keys.
 */
export function keyedActions(access: ItemAccess): KeyedActions[] {
  const partitionsOf = new Map<ItemAction, string[]>();
  for (const [partition, actions] of Object.entries(access)) {
    for (const action of actions) partitionsOf.set(action, [...(partitionsOf.get(action) ?? []), partition]);
  }
  const grouped = Map.groupBy([...partitionsOf], ([, partitions]) => partitions.join());
  return [...grouped.values()].map((group) => ({
    actions: group.map(([action]) => action),
    keys: keyPatterns(group[0]![1]),
  }));
}

/** Returns the patterns of `dynamodb:LeadingKeys` of these partitions: `PREFIX#*`, or the key of a single partition. */
export function keyPatterns(partitions: readonly string[]): string[] {
  return partitions.map((partition) => (SINGLE_PARTITIONS.includes(partition) ? partition : `${partition}#*`)).sort();
}
