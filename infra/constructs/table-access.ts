import type { IndexName } from '../../lambdas/table/schema.ts';

/** What a function may do with items of a partition. Nothing scans the table. */
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Query';

/** What the table's partition keys begin with (`lambdas/table/keys.ts`): an entity, with all that belongs to it. */
export type Partition = 'USER' | 'FILE' | 'POST' | 'CHAT' | 'SOCKET' | 'TICKET' | 'CALLS' | 'JOB' | 'UNCLAIMED';

/** What the partition keys of the indexes begin with: kinds listed by depth and inboxes, and what is listed by owner. */
interface IndexPartitions {
  readonly ByDepth: 'USER' | 'FILE' | 'POST';
  readonly ByText: 'USER' | 'FILE' | 'POST' | 'INBOX';
  readonly ByNumber: 'USER' | 'FILE' | 'POST';
  readonly ByOwner: 'FILE' | 'POST' | 'COMMENT' | 'LEDGER' | 'REMOVAL';
}

/** What a function may do, by partition. */
export type ItemAccess = { readonly [P in Partition]?: readonly ItemAction[] };

/** What a function may query, by index. */
export type QueryAccess = { readonly [I in IndexName]?: readonly IndexPartitions[I][] };

/** Partition keys that stand alone: there is one such partition, and not one for each of something. */
const WHOLE_KEYS: readonly string[] = ['UNCLAIMED', 'REMOVAL'];

/** Some actions, and the partition keys that they are allowed on. */
export interface KeyedActions {
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

/** The patterns of `dynamodb:LeadingKeys` that these partitions have. */
export function keyPatterns(partitions: readonly string[]): string[] {
  return partitions.map((partition) => (WHOLE_KEYS.includes(partition) ? partition : `${partition}#*`)).sort();
}
