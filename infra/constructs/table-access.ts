import { type ListKind, type OwnerKind, type Partition, SINGLE_PARTITIONS } from '../../lambdas/table/item-types.ts';
import type { IndexName } from '../../lambdas/table/schema.ts';

/** DynamoDB actions that can be granted on a partition. Scan is not one of them. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'Query';

/** Prefixes of the partition keys in each index. */
interface IndexPartitions {
  readonly ByDepth: ListKind;
  readonly ByText: ListKind | 'INBOX';
  readonly ByNumber: ListKind;
  readonly ByTypeText: 'FILE';
  readonly ByTypeNumber: 'FILE';
  readonly ByOwner: OwnerKind | 'REMOVAL';
}

/** DynamoDB actions that a function may call, by partition. */
export type ItemAccess = { readonly [P in Partition]?: readonly ItemAction[] };

/** Partitions that a function may query, by index. */
export type QueryAccess = { readonly [I in IndexName]?: readonly IndexPartitions[I][] };

/** Actions that are allowed on the same partition keys. */
interface ActionGroup {
  readonly actions: readonly ItemAction[];
  /** Patterns of `dynamodb:LeadingKeys`. */
  readonly keyPatterns: readonly string[];
}

/**
 * Groups actions by the partitions that they are allowed on.
 *
 * All partitions of an action must be in one statement: IAM evaluates all keys of a BatchGetItem together.
 */
export function groupActionsByKeys(access: ItemAccess): ActionGroup[] {
  const partitionsByAction = new Map<ItemAction, string[]>();
  for (const [partition, actions] of Object.entries(access)) {
    for (const action of actions) {
      partitionsByAction.set(action, [...(partitionsByAction.get(action) ?? []), partition]);
    }
  }

  const groups = Map.groupBy([...partitionsByAction], ([, partitions]) => partitions.join());
  return [...groups.values()].map((group) => ({
    actions: group.map(([action]) => action),
    keyPatterns: formatKeyPatterns(group[0]![1]),
  }));
}

/** Returns the patterns of `dynamodb:LeadingKeys` of these partitions: `PREFIX#*`, or the key of a single partition. */
export function formatKeyPatterns(partitions: readonly string[]): string[] {
  return partitions.map((partition) => (SINGLE_PARTITIONS.includes(partition) ? partition : `${partition}#*`)).sort();
}
