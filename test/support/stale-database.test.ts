import { setTimeout as delay } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAG_MS, mayBeStale, StaleDatabase } from './stale-database.ts';

describe('mayBeStale', () => {
  it.each<[boolean, Parameters<typeof mayBeStale>[0]]>([
    [false, { ConsistentRead: true }],
    [true, {}],
    [true, { ConsistentRead: false }],
    [true, { IndexName: 'ByDepth', ConsistentRead: true }],
    [false, { RequestItems: { t: { ConsistentRead: true } } }],
    [true, { RequestItems: { t: { ConsistentRead: true }, u: {} } }],
  ])('returns %s for %o', (expected, read) => {
    expect(mayBeStale(read)).toBe(expected);
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

  const put = (value: number, ConditionExpression?: string) =>
    client.send(new PutCommand({ TableName: 'items', Item: { pk: 'x', value }, ConditionExpression }));
  const read = async (ConsistentRead: boolean) =>
    (await client.send(new GetCommand({ TableName: 'items', Key: { pk: 'x' }, ConsistentRead }))).Item?.value;

  it('returns the current state to consistent reads, and an older state to others', async () => {
    await put(1, 'attribute_not_exists(pk)');
    expect([await read(true), await read(false)]).toEqual([1, undefined]);
    await expect(put(2, 'attribute_not_exists(pk)')).rejects.toThrow('conditional');

    await put(3);
    await expect.poll(() => read(false)).toBe(3);
    expect(await read(true)).toBe(3);
  });

  it('returns a state that is never older than its lag, even after many writes', async () => {
    for (let value = 10; value < 300; value++) void put(value);
    await put(300);
    await delay(LAG_MS);

    expect(await read(false)).toBe(300);
  });
});
