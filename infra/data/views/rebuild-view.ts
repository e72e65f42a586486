import { BatchWriteItemCommand, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { Projection } from '../../../lambdas/changes/projection.ts';
import { PROJECTIONS, type ProjectionName } from '../../../lambdas/changes/projections.ts';
import { type ItemKey, isDerived, isKeyOf, partitionIdOf } from '../../../lambdas/table/item-types.ts';
import { beginRestore, endRestore, isBeingRestored } from '../backup/restore-marker.ts';
import { type PlainItem, toPlainItem } from '../items/plain-item.ts';

/** Items per request: the limit of BatchWriteItem. */
const BATCH_SIZE = 25;

interface RebuildOptions {
  readonly database: DynamoDBClient;
  readonly tableName: string;
  readonly view: ProjectionName;
  /** Parallel scans. */
  readonly segments: number;
  /** Called with the number of items that have been applied so far. */
  readonly onProgress?: (items: number) => void;
}

/**
 * Applies every item of a table to a view, through the code that applies changes.
 *
 * Can be repeated, and can run while members write. Adds the changes that the feed has missed. Keeps rows that no item
 * explains; only {@link rebuildFromNothing} removes them.
 *
 * @returns the number of items that were applied
 */
export async function rebuildView({
  database,
  tableName,
  view,
  segments,
  onProgress,
}: RebuildOptions): Promise<number> {
  // The cast is safe, because `isKeyOf` below passes only items of the projection's own source.
  const projection = PROJECTIONS[view] as unknown as Projection<PlainItem>;
  let itemCount = 0;

  const rebuildSegment = async (Segment: number) => {
    const scan = { TableName: tableName, Segment, TotalSegments: segments, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client: database }, scan)) {
      for (const item of Items.map(toPlainItem)) {
        if (!isKeyOf(projection.source, item)) continue;

        await projection.apply(partitionIdOf(item), item);
        itemCount++;
      }
      onProgress?.(itemCount);
    }
  };

  await Promise.all(Array.from({ length: segments }, (_, segment) => rebuildSegment(segment)));
  return itemCount;
}

/**
 * Deletes the rows of all views, then applies every item to the views. Pauses the jobs that change views.
 *
 * The feed must not deliver while rows are deleted, because it would change counts that are deleted next. A job that
 * started before the pause can do the same, so verify the table afterwards. An interrupted call leaves the jobs paused;
 * repeat it.
 *
 * @returns the number of items that were applied
 */
export async function rebuildFromNothing(options: Omit<RebuildOptions, 'view'>): Promise<number> {
  const { database, tableName } = options;
  // A restore that is not complete keeps its own mark, which `verify-table` removes.
  const wasBeingRestored = await isBeingRestored(database, tableName);
  if (!wasBeingRestored) await beginRestore(database, tableName);

  await deleteViews(database, tableName);
  let itemCount = 0;
  for (const view of Object.keys(PROJECTIONS) as ProjectionName[]) itemCount += await rebuildView({ ...options, view });

  if (!wasBeingRestored) await endRestore(database, tableName);
  return itemCount;
}

/** Deletes the rows of all views. */
async function deleteViews(database: DynamoDBClient, tableName: string): Promise<void> {
  for await (const { Items = [] } of paginateScan(
    { client: database },
    { TableName: tableName, ConsistentRead: true },
  )) {
    const keys = Items.map(toPlainItem).filter(isDerived);
    for (let start = 0; start < keys.length; start += BATCH_SIZE) {
      await deleteItems(database, tableName, keys.slice(start, start + BATCH_SIZE));
    }
  }
}

/** Deletes up to 25 items. Repeats those that DynamoDB leaves unprocessed. */
async function deleteItems(database: DynamoDBClient, tableName: string, keys: readonly ItemKey[]): Promise<void> {
  let requests = keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk: { S: pk }, sk: { S: sk } } } }));
  while (requests.length > 0) {
    const output = await database.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
    requests = (output.UnprocessedItems?.[tableName] ?? []) as typeof requests;
  }
}
