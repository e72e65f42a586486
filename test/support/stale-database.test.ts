/** Tests of the database for tests that delays eventually consistent reads. */
import { setTimeout as delay } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAG_MS, mayBeStale, StaleDatabase } from './stale-database.ts';

describe('mayBeStale', () => {
  it.each<[result: boolean, description: string, read: Parameters<typeof mayBeStale>[0]]>([
    [false, 'a strongly consistent read', { ConsistentRead: true }],
    [true, 'a read without ConsistentRead', {}],
    [true, 'an eventually consistent read', { ConsistentRead: false }],
    [true, 'any read of an index', { IndexName: 'ByDepth', ConsistentRead: true }],
    [false, 'a consistent batch', { RequestItems: { first: { ConsistentRead: true } } }],
    [
      true,
      'a batch that is consistent for only one of its tables',
      { RequestItems: { first: { ConsistentRead: true }, second: {} } },
    ],
  ])('returns %s for %s', (result, _, read) => {
    expect(mayBeStale(read)).toBe(result);
  });
});

describe('StaleDatabase', () => {
  const database = new StaleDatabase();
  let client: DynamoDBDocumentClient;

  beforeAll(async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const endpoint = await database.start();

    client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1', endpoint, credentials }));
    await client.send(
      new CreateTableCommand({
        TableName: 'items',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
  });

  afterAll(async () => {
    client.destroy();
    await database.close();
  });

  /** Stores a value in the only item, `x`. */
  const putValue = (value: number, ConditionExpression?: string) =>
    client.send(new PutCommand({ TableName: 'items', Item: { pk: 'x', value }, ConditionExpression }));
  const read = async (ConsistentRead: boolean) =>
    (await client.send(new GetCommand({ TableName: 'items', Key: { pk: 'x' }, ConsistentRead }))).Item?.value;
  const readConsistently = () => read(true);
  const readEventually = () => read(false);

  it('returns the current state to consistent reads, and an older state to others', async () => {
    await putValue(1, 'attribute_not_exists(pk)');
    expect(await readConsistently()).toBe(1);
    expect(await readEventually()).toBeUndefined();
    await expect(putValue(2, 'attribute_not_exists(pk)')).rejects.toThrow('conditional');

    await putValue(3);
    await expect.poll(readEventually).toBe(3);
    expect(await readConsistently()).toBe(3);
  });

  it('returns a state that is never older than its lag, even after many writes', async () => {
    const lastValue = 300;
    for (let value = 10; value < lastValue; value++) void putValue(value);
    await putValue(lastValue);
    await delay(LAG_MS);

    expect(await readEventually()).toBe(lastValue);
  });
});
