import { setTimeout } from 'node:timers/promises';
import { BatchWriteItemCommand, type DynamoDBClient, ScanCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { isDerived } from '../../../lambdas/table/item-types.ts';
import { openExport, readItems } from './export-folder.ts';
import { beginRestore } from './restore-marker.ts';

/** Items per request: the limit of BatchWriteItem. */
const BATCH_SIZE = 25;

/** Number of batches that are written in parallel. */
const WRITERS = 8;

/** Maximum attempts without progress. */
const MAX_ATTEMPTS = 12;

/** Half of the longest wait before the second attempt, in milliseconds. Further waits double, up to the maximum. */
const BACKOFF_BASE_MS = 50;

const MAX_WAIT_MS = 20_000;

interface RestoreOptions {
  readonly tableName: string;
  /** Folder of the export. */
  readonly directory: string;
  /** Also writes into a table with items. Replaces items with the same keys, and keeps all other items. */
  readonly intoUsedTable?: boolean;
  /** Replaces real delays in tests. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Thrown if the table has items, unless `intoUsedTable` allows them. */
class TableNotEmptyError extends Error {
  constructor(tableName: string) {
    super(`The table ${tableName} is not empty. To write into it anyway, add --into-used-table.`);
    this.name = 'TableNotEmptyError';
  }
}

/** Thrown if the table processes no item of a batch in {@link MAX_ATTEMPTS} attempts. */
class TableThrottledError extends Error {
  constructor(tableName: string) {
    super(`The table ${tableName} is throttled: ${MAX_ATTEMPTS} attempts wrote nothing. Raise its capacity and retry.`);
    this.name = 'TableThrottledError';
  }
}

/** Thrown if the number of items differs from the export's summary. */
class ItemCountError extends Error {
  constructor(writtenItems: number, expectedItems: number) {
    super(`The export's summary states ${expectedItems} items, but ${writtenItems} were found and written.`);
    this.name = 'ItemCountError';
  }
}

/**
 * Writes an export into an existing table. Holds a few batches in memory.
 *
 * Marks the table first, so that jobs that delete or debit do nothing until `verify-table` finds no violation.
 *
 * @returns the number of items of the export; those that the change feed derives are not written
 * @throws TableNotEmptyError before anything is written; InvalidExportError, ItemCountError, or TableThrottledError
 * after a part of the items is written
 */
export async function restoreTable(client: DynamoDBClient, options: RestoreOptions): Promise<number> {
  const { tableName, directory, intoUsedTable = false, wait = setTimeout } = options;
  const source = openExport(directory);
  if (!intoUsedTable && (await hasItems(client, tableName))) throw new TableNotEmptyError(tableName);

  await beginRestore(client, tableName);

  let writtenItems = 0;
  const batches = groupIntoBatches(readItems(source));
  const writeRemaining = async () => {
    for await (const batch of batches) {
      // Skips derived items: the change feed derives them again, so each member would be counted twice.
      const primaryItems = batch.filter(({ PutRequest }) => !isDerived({ pk: PutRequest?.Item?.pk?.S ?? '' }));
      if (primaryItems.length > 0) await writeBatch(client, tableName, primaryItems, wait);
      writtenItems += batch.length;
    }
  };

  // All writers take batches from the same generator.
  await Promise.all(Array.from({ length: WRITERS }, writeRemaining));
  if (writtenItems !== source.itemCount) throw new ItemCountError(writtenItems, source.itemCount);
  return writtenItems;
}

async function hasItems(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, Limit: 1, ConsistentRead: true }));
  return Items.length > 0;
}

/** Yields the requests that write the items, in batches. */
async function* groupIntoBatches(items: AsyncIterable<Required<WriteRequest>['PutRequest']['Item']>) {
  let batch: WriteRequest[] = [];
  for await (const Item of items) {
    batch.push({ PutRequest: { Item } });
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Writes a batch. Retries unprocessed items, with exponential backoff while no item is processed. */
async function writeBatch(
  client: DynamoDBClient,
  tableName: string,
  batch: WriteRequest[],
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  let remainingRequests = batch;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    if (attempts > 0) {
      // A random factor from 0.5 to 1, so that the writers don't all retry at the same time.
      const jitter = 0.5 + Math.random() / 2;
      await wait(Math.min(BACKOFF_BASE_MS * 2 ** attempts, MAX_WAIT_MS) * jitter);
    }

    const output = await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: remainingRequests } }));
    const unprocessedRequests = output.UnprocessedItems?.[tableName] ?? [];
    if (unprocessedRequests.length === 0) return;

    // Progress starts the count of attempts again.
    if (unprocessedRequests.length < remainingRequests.length) attempts = 0;
    remainingRequests = unprocessedRequests;
  }

  throw new TableThrottledError(tableName);
}
