/**
 * Tests of the IAM calls of DynamoDB requests. The local cloud checks the permissions of each request, so it must find
 * the action, the table or index, and the partition keys, which conditions on `dynamodb:LeadingKeys` compare.
 */
import { describe, expect, it } from 'vitest';
import { readGuardedTables, toDynamoDbCalls } from './dynamodb-calls.ts';

const ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/app';
const buildHashKeySchema = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }];
const tables = readGuardedTables([
  {
    stack: 'app',
    logicalId: 'Table',
    type: 'AWS::DynamoDB::Table',
    ref: 'app',
    attributes: { Arn: ARN },
    metadata: {},
    properties: {
      // The order must not matter.
      KeySchema: [{ AttributeName: 'sk', KeyType: 'RANGE' }, ...buildHashKeySchema('pk')],
      GlobalSecondaryIndexes: [{ IndexName: 'ByList', KeySchema: buildHashKeySchema('list') }],
    },
  },
]);

/** Builds the key of an item in a partition. */
const buildKey = (pk: string) => ({ pk: { S: pk }, sk: { S: 'ROW' } });

/** Builds an IAM call, as the policy evaluator receives it. */
const buildCall = (action: string, keys: string[], resource = ARN) => ({
  action: `dynamodb:${action}`,
  resource,
  context: { 'dynamodb:LeadingKeys': keys },
});
const toCalls = (operation: string, input: object) =>
  toDynamoDbCalls(operation, { TableName: 'app', ...input }, tables);

describe('toDynamoDbCalls', () => {
  it.each(['GetItem', 'UpdateItem', 'DeleteItem'])('uses the partition of the key for %s', (operation) => {
    expect(toCalls(operation, { Key: buildKey('USER#ann') })).toEqual([buildCall(operation, ['USER#ann'])]);
  });

  it('uses the partition of the item for PutItem', () => {
    expect(toCalls('PutItem', { Item: { ...buildKey('USER#ann'), name: { S: 'Ann' } } })).toEqual([
      buildCall('PutItem', ['USER#ann']),
    ]);
  });

  it('returns one call per table with all keys for a batch of reads', () => {
    const Keys = [buildKey('USER#ann'), buildKey('FILE#1')];

    expect(toDynamoDbCalls('BatchGetItem', { RequestItems: { app: { Keys } } }, tables)).toEqual([
      buildCall('BatchGetItem', ['USER#ann', 'FILE#1']),
    ]);
  });

  it('returns one call per table with all keys for a batch of writes', () => {
    const writeRequests = [
      { PutRequest: { Item: buildKey('POST#1') } },
      { DeleteRequest: { Key: buildKey('CHAT#1') } },
    ];

    expect(toDynamoDbCalls('BatchWriteItem', { RequestItems: { app: writeRequests } }, tables)).toEqual([
      buildCall('BatchWriteItem', ['POST#1', 'CHAT#1']),
    ]);
  });

  it('returns one call per operation of a transaction of writes', () => {
    const TableName = 'app';
    const TransactItems = [
      { Put: { TableName, Item: buildKey('FILE#1') } },
      { Update: { TableName, Key: buildKey('USER#ann') } },
      { Delete: { TableName, Key: buildKey('SOCKET#1') } },
      { ConditionCheck: { TableName, Key: buildKey('POST#1') } },
    ];

    expect(toDynamoDbCalls('TransactWriteItems', { TransactItems }, tables)).toEqual([
      buildCall('PutItem', ['FILE#1']),
      buildCall('UpdateItem', ['USER#ann']),
      buildCall('DeleteItem', ['SOCKET#1']),
      buildCall('ConditionCheckItem', ['POST#1']),
    ]);
  });

  it('returns one call per operation of a transaction of reads', () => {
    const input = { TransactItems: [{ Get: { TableName: 'app', Key: buildKey('USER#ann') } }] };
    expect(toDynamoDbCalls('TransactGetItems', input, tables)).toEqual([buildCall('GetItem', ['USER#ann'])]);
  });

  it.each([
    {
      title: 'on the table',
      index: {},
      condition: 'pk = :key AND begins_with(sk, :other)',
      names: {},
      resource: ARN,
    },
    {
      title: 'on an index',
      index: { IndexName: 'ByList' },
      condition: '#l=:key AND #o BETWEEN :other AND :more',
      names: { '#l': 'list' },
      resource: `${ARN}/index/ByList`,
    },
    {
      title: 'with the partition key last',
      index: {},
      condition: 'sk = :other AND (#p = :key)',
      names: { '#p': 'pk', '#o': 'sk' },
      resource: ARN,
    },
  ])('reads the partition of a query $title from its key condition', ({ index, condition, names, resource }) => {
    const input = {
      ...index,
      KeyConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':key': { S: 'USER#3#0' }, ':other': { S: 'FILE#1' }, ':more': { S: 'FILE#2' } },
    };

    expect(toCalls('Query', input)).toEqual([buildCall('Query', ['USER#3#0'], resource)]);
  });

  it('returns a call without a partition for other operations', () => {
    expect(toCalls('Scan', {})).toEqual([{ action: 'dynamodb:Scan', resource: ARN }]);
  });

  it('accepts a table ARN as the table name', () => {
    expect(toDynamoDbCalls('GetItem', { TableName: ARN, Key: buildKey('USER#ann') }, tables)).toEqual([
      buildCall('GetItem', ['USER#ann']),
    ]);
  });

  it('builds the ARN of a table outside the template', () => {
    expect(toCalls('Scan', { TableName: 'other' })).toMatchObject([{ resource: ARN.replace(/app$/, 'other') }]);
  });

  it.each([
    ['a wrong key attribute', 'GetItem', { Key: { id: { S: 'USER#ann' } } }],
    ['an item without a key', 'BatchGetItem', { RequestItems: { app: { Keys: [buildKey('USER#ann'), {}] } } }],
    [
      'a range of partitions',
      'Query',
      { KeyConditionExpression: 'pk > :key', ExpressionAttributeValues: { ':key': { S: 'USER#' } } },
    ],
    [
      'legacy key conditions',
      'Query',
      { KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'USER#ann' }] } } },
    ],
    [
      'an unknown index',
      'Query',
      {
        IndexName: 'ByOther',
        KeyConditionExpression: 'pk = :key',
        ExpressionAttributeValues: { ':key': { S: 'USER#ann' } },
      },
    ],
  ])('rejects a request with %s, because its partition is unknown', (_, operation, input) => {
    expect(() => toCalls(operation, input)).toThrow(expect.objectContaining({ name: 'UnknownPartitionError' }));
  });
});
