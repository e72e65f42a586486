import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { StreamReader } from '../../../infra/local/change-feed/stream-reader.ts';
import { StreamStorage } from '../../../infra/local/change-feed/stream-storage.ts';
import { DYNOXIDE_FILE, startDynamoDb } from '../../../infra/local/dynamodb/engine.ts';
import { createTables } from '../../../infra/local/dynamodb/tables.ts';
import { silentTerminal } from '../../../infra/local/process/terminal.ts';

/** The speed of writes to two tables: one without and one with a stream. */
interface WriteComparison {
  /** Number of records in the stream before the writes. */
  readonly oldRecords: number;
  /** Writes per second without a stream. */
  readonly plainPerSecond: number;
  /** Writes per second with a stream. */
  readonly streamedPerSecond: number;
  /** `streamedPerSecond` divided by `plainPerSecond`. */
  readonly ratio: number;
}

const TableName = 'items';
/** Number of concurrent writers of a table. */
const CONNECTIONS = 16;

/** Slices of each table. They take turns, so that other work on the machine affects both. */
const SLICES = 8;

/** Number of writes in each slice. */
const WRITES_PER_SLICE = 1500;

/** Number of items. Each write updates the next item. */
const ITEMS = 1000;

const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
/** The table without a stream. */
const PLAIN_PROPERTIES = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};
/** The same table with a stream, like the table of the app. */
const STREAMED_PROPERTIES = { ...PLAIN_PROPERTIES, StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } };

/** Compares the speed of writes with an empty stream, and with this many records in it. */
export async function compareWrites(maxOldRecords: number): Promise<WriteComparison[]> {
  await using databases = new AsyncDisposableStack();
  const plain = databases.use(await startTable(PLAIN_PROPERTIES));
  const streamed = databases.use(await startTable(STREAMED_PROPERTIES));
  // Throws if the table has no stream, which would make the comparison worthless.
  await new StreamReader(streamed.endpoint, TableName).findStream();

  const comparisons: WriteComparison[] = [];
  for (const oldRecords of [0, maxOldRecords]) {
    if (oldRecords > 0) await Promise.all([plain, streamed].map(({ write }) => write(oldRecords)));

    const seconds = { plain: 0, streamed: 0 };
    for (let slice = 0; slice < SLICES; slice++) {
      seconds.plain += await measureSeconds(() => plain.write(WRITES_PER_SLICE));
      seconds.streamed += await measureSeconds(() => streamed.write(WRITES_PER_SLICE));
    }

    const writes = SLICES * WRITES_PER_SLICE;
    const plainPerSecond = writes / seconds.plain;
    const streamedPerSecond = writes / seconds.streamed;
    comparisons.push({ oldRecords, plainPerSecond, streamedPerSecond, ratio: streamedPerSecond / plainPerSecond });
  }

  return comparisons;
}

/** Starts a database with one table, like the local cloud does. */
async function startTable(properties: object) {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-stream-'));
  const engine = await startDynamoDb(directory, silentTerminal);
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials });
  await createTables([{ ref: TableName, properties }], engine.endpoint, credentials);
  new StreamStorage(join(directory, DYNOXIDE_FILE)).addSequenceIndex();

  let writeCount = 0;
  const writeOne = () =>
    client.send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: { S: `item-${writeCount % ITEMS}` } },
        UpdateExpression: 'SET writes = :writes',
        ExpressionAttributeValues: { ':writes': { N: String(writeCount++) } },
      }),
    );

  return {
    endpoint: engine.endpoint,

    /** Makes this many updates of items with concurrent writers. */
    async write(count: number): Promise<void> {
      const end = writeCount + count;
      const worker = async () => {
        while (writeCount < end) await writeOne();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    },

    async [Symbol.asyncDispose](): Promise<void> {
      client.destroy();
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the duration of a call in seconds. */
async function measureSeconds(call: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await call();
  return (performance.now() - start) / 1000;
}
