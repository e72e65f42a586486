import { describe, expect, it } from 'vitest';
import { readGuardedTables, toDynamoDbCalls } from './dynamodb-calls.ts';

const ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/app';
const hashKeySchema = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }];
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
      KeySchema: [{ AttributeName: 'sk', KeyType: 'RANGE' }, ...hashKeySchema('pk')],
      GlobalSecondaryIndexes: [{ IndexName: 'ByList', KeySchema: hashKeySchema('list') }],
    },
  },
]);
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'ROW' } });
const call = (action: string, keys: string[], resource = ARN) => ({
  action: `dynamodb:${action}`,
  resource,
  context: { 'dynamodb:LeadingKeys': keys },
});
const toCalls = (operation: string, input: object) =>
  toDynamoDbCalls(operation, { TableName: 'app', ...input }, tables);

describe('toDynamoDbCalls', () => {
  it.each(['GetItem', 'UpdateItem', 'DeleteItem'])('uses the partition of the key for %s', (operation) => {
    expect(toCalls(operation, { Key: key('USER#ann') })).toEqual([call(operation, ['USER#ann'])]);
  });

  it('uses the partition of the item for PutItem', () => {
    expect(toCalls('PutItem', { Item: { ...key('USER#ann'), name: { S: 'Ann' } } })).toEqual([
      call('PutItem', ['USER#ann']),
    ]);
  });

  it('returns one call per table with all keys for a batch of reads', () => {
    const Keys = [key('USER#ann'), key('FILE#1')];

    expect(toDynamoDbCalls('BatchGetItem', { RequestItems: { app: { Keys } } }, tables)).toEqual([
      call('BatchGetItem', ['USER#ann', 'FILE#1']),
    ]);
  });

  it('returns one call per table with all keys for a batch of writes', () => {
    const writeRequests = [{ PutRequest: { Item: key('POST#1') } }, { DeleteRequest: { Key: key('CHAT#1') } }];

    expect(toDynamoDbCalls('BatchWriteItem', { RequestItems: { app: writeRequests } }, tables)).toEqual([
      call('BatchWriteItem', ['POST#1', 'CHAT#1']),
    ]);
  });

  it('returns one call per operation of a transaction of writes', () => {
    const TableName = 'app';
    const TransactItems = [
      { Put: { TableName, Item: key('FILE#1') } },
      { Update: { TableName, Key: key('USER#ann') } },
      { Delete: { TableName, Key: key('SOCKET#1') } },
      { ConditionCheck: { TableName, Key: key('POST#1') } },
    ];

    expect(toDynamoDbCalls('TransactWriteItems', { TransactItems }, tables)).toEqual([
      call('PutItem', ['FILE#1']),
      call('UpdateItem', ['USER#ann']),
      call('DeleteItem', ['SOCKET#1']),
      call('ConditionCheckItem', ['POST#1']),
    ]);
  });

  it('returns one call per operation of a transaction of reads', () => {
    const input = { TransactItems: [{ Get: { TableName: 'app', Key: key('USER#ann') } }] };
    expect(toDynamoDbCalls('TransactGetItems', input, tables)).toEqual([call('GetItem', ['USER#ann'])]);
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

    expect(toCalls('Query', input)).toEqual([call('Query', ['USER#3#0'], resource)]);
  });

  it('returns a call without a partition for other operations', () => {
    expect(toCalls('Scan', {})).toEqual([{ action: 'dynamodb:Scan', resource: ARN }]);
  });

  it('accepts a table ARN as the table name', () => {
    expect(toDynamoDbCalls('GetItem', { TableName: ARN, Key: key('USER#ann') }, tables)).toEqual([
      call('GetItem', ['USER#ann']),
    ]);
  });

  it('builds the ARN of a table outside the template', () => {
    expect(toCalls('Scan', { TableName: 'other' })).toMatchObject([{ resource: ARN.replace(/app$/, 'other') }]);
  });

  it.each([
    ['a wrong key attribute', 'GetItem', { Key: { id: { S: 'USER#ann' } } }],
    ['an item without a key', 'BatchGetItem', { RequestItems: { app: { Keys: [key('USER#ann'), {}] } } }],
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
