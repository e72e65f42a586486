/**
 * Tests of the reader of the local table's stream, and of the trimming of its old records. The local database,
 * dynoxide, stores both in one SQLite file.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DYNOXIDE_FILE, type DynamoDbEngine, startDynamoDb } from '../dynamodb/engine.ts';
import { createTables } from '../dynamodb/tables.ts';
import { silentTerminal } from '../process/terminal.ts';
import { StreamReader } from './stream-reader.ts';
import { StreamStorage } from './stream-storage.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const TableName = 'streamed';
const table = {
  ref: TableName,
  properties: {
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  },
};

let directory: string;
let engine: DynamoDbEngine;
let client: DynamoDBClient;
let reader: StreamReader;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-stream-'));
  engine = await startDynamoDb(directory, silentTerminal);
  client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials });
  reader = new StreamReader(engine.endpoint, TableName);

  // Creates the table without a stream first, like a cloud that was started before the template had one.
  await createTables([table], engine.endpoint, credentials);
  const StreamSpecification = { StreamViewType: 'NEW_AND_OLD_IMAGES' };
  await createTables(
    [{ ...table, properties: { ...table.properties, StreamSpecification } }],
    engine.endpoint,
    credentials,
  );
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const put = (pk: string, n: number) =>
  client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, n: { N: String(n) } } }));

/** Returns the shard's records after a sequence number. */
async function readAfter(sequenceNumber?: string, limit = 100) {
  const streamArn = await reader.findStream();
  // This read only finds the shard's ID.
  const [shard] = await reader.readAfter(streamArn, {}, 1);
  const position = sequenceNumber === undefined ? {} : { [shard!.shardId]: sequenceNumber };
  return (await reader.readAfter(streamArn, position, limit)).flatMap(({ records }) => records);
}

describe('StreamReader', () => {
  it('returns additions, changes, and removals in order, with both images', async () => {
    await put('a', 1);
    await put('a', 2);
    await client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: 'a' } } }));

    const records = await readAfter();

    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    expect(records[1]!.dynamodb).toMatchObject({ OldImage: { n: { N: '1' } }, NewImage: { n: { N: '2' } } });
    expect(records[2]!.dynamodb).toMatchObject({ Keys: { pk: { S: 'a' } }, OldImage: { n: { N: '2' } } });
  });

  it('returns up to `limit` records after a sequence number', async () => {
    const lastNumber = (await readAfter()).at(-1)!.dynamodb.SequenceNumber;
    for (const n of [1, 2, 3]) await put('b', n);

    const records = await readAfter(lastNumber, 2);

    expect(records.map(({ dynamodb }) => dynamodb.NewImage?.n)).toEqual([{ N: '1' }, { N: '2' }]);
    expect(await readAfter(records[1]!.dynamodb.SequenceNumber)).toHaveLength(1);
  });
});

// With another DynamoDB, there is no file to trim.
describe.runIf(process.env.AWS_ENDPOINT_URL_DYNAMODB === undefined)('StreamStorage', () => {
  it('trims old records without restarting the sequence numbers', async () => {
    const storage = new StreamStorage(join(directory, DYNOXIDE_FILE));
    storage.addSequenceIndex();
    const numbersBefore = (await readAfter()).map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

    storage.trim(numbersBefore.at(-1)!);
    await put('c', 1);

    const numbersAfter = (await readAfter()).map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
    expect(numbersAfter).toEqual([numbersBefore.at(-1), numbersBefore.at(-1)! + 1]);
  });
});
