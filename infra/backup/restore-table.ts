import { setTimeout } from 'node:timers/promises';
import { BatchWriteItemCommand, type DynamoDBClient, ScanCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { itemsOf, openExport } from './export-folder.ts';

/** What BatchWriteItem takes at once. */
const BATCH = 25;
/** Batches that are on their way at a time. */
const WRITERS = 8;
/** How often a batch is sent on without any of it being taken, and the waiting times between, which double. */
const MOST_TRIES = 12;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 20_000;

interface RestoreOptions {
  readonly tableName: string;
  /** The folder of an export. */
  readonly directory: string;
  /** Writes into a table that has items already: those of the same keys are replaced, all others stay. */
  readonly intoUsedTable?: boolean;
  /** Tests do not wait. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** A table that holds something already. */
class TableNotEmpty extends Error {
  constructor(tableName: string) {
    super(`The table ${tableName} is not empty. To write into it all the same: --into-used-table`);
    this.name = 'TableNotEmpty';
  }
}

/** A table that takes nothing any more. */
class TableThrottled extends Error {
  constructor(tableName: string) {
    super(
      `The table ${tableName} has taken nothing of a batch, ${MOST_TRIES} times. Raise its capacity, and try again.`,
    );
    this.name = 'TableThrottled';
  }
}

/** An export that holds another number of items than it says. */
class ItemsMissing extends Error {
  constructor(found: number, stated: number) {
    super(`The export says that it has ${stated} items, and ${found} were found and written.`);
    this.name = 'ItemsMissing';
  }
}

/**
 * Writes an export into a table that exists. What is in memory at any time is a few batches.
 *
 * @returns how many items were written
 * @throws TableNotEmpty before anything is written; NoExport, ItemsMissing or TableThrottled afterwards: the table then
 * holds a part
 */
export async function restoreTable(client: DynamoDBClient, options: RestoreOptions): Promise<number> {
  const { tableName, directory, intoUsedTable = false, wait = setTimeout } = options;
  const source = openExport(directory);
  if (!intoUsedTable && (await holdsItems(client, tableName))) throw new TableNotEmpty(tableName);
  let written = 0;
  const batches = inBatches(itemsOf(source));
  const writer = async () => {
    for await (const batch of batches) {
      await write(client, tableName, batch, wait);
      written += batch.length;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  if (written !== source.itemCount) throw new ItemsMissing(written, source.itemCount);
  return written;
}

async function holdsItems(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, Limit: 1, ConsistentRead: true }));
  return Items.length > 0;
}

async function* inBatches(items: AsyncIterable<Required<WriteRequest>['PutRequest']['Item']>) {
  let batch: WriteRequest[] = [];
  for await (const Item of items) {
    batch.push({ PutRequest: { Item } });
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Writes a batch, and again what DynamoDB gives back of it, more slowly as long as it takes nothing. */
async function write(
  client: DynamoDBClient,
  tableName: string,
  batch: WriteRequest[],
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  let left = batch;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await wait(Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2));
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: left } }));
    const back = answer.UnprocessedItems?.[tableName] ?? [];
    if (back.length === 0) return;
    if (back.length < left.length) tries = 0;
    left = back;
  }
  throw new TableThrottled(tableName);
}
