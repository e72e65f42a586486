import { describe, expect, it } from 'vitest';
import { dynamoDbCalls, guardedTables } from './dynamodb-calls.ts';

const ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/app';
const hash = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }];
const tables = guardedTables([
  {
    stack: 'app',
    logicalId: 'Table',
    type: 'AWS::DynamoDB::Table',
    ref: 'app',
    attributes: { Arn: ARN },
    metadata: {},
    properties: {
      KeySchema: [{ AttributeName: 'sk', KeyType: 'RANGE' }, ...hash('pk')],
      GlobalSecondaryIndexes: [{ IndexName: 'ByList', KeySchema: hash('list') }],
    },
  },
]);
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'ROW' } });
const call = (action: string, keys: string[], resource = ARN) => ({
  action: `dynamodb:${action}`,
  resource,
  context: { 'dynamodb:LeadingKeys': keys },
});
const callsOf = (operation: string, input: object) => dynamoDbCalls(operation, { TableName: 'app', ...input }, tables);

describe('the calls of a request to DynamoDB', () => {
  it.each(['GetItem', 'UpdateItem', 'DeleteItem'])('%s is about the partition of its key', (operation) => {
    expect(callsOf(operation, { Key: key('USER#ann') })).toEqual([call(operation, ['USER#ann'])]);
  });

  it('PutItem is about the partition of its item', () => {
    expect(callsOf('PutItem', { Item: { ...key('USER#ann'), name: { S: 'Ann' } } })).toEqual([
      call('PutItem', ['USER#ann']),
    ]);
  });

  it('a batch is one call for each table, with all of its keys', () => {
    const Keys = [key('USER#ann'), key('FILE#1')];
    expect(dynamoDbCalls('BatchGetItem', { RequestItems: { app: { Keys } } }, tables)).toEqual([
      call('BatchGetItem', ['USER#ann', 'FILE#1']),
    ]);
    const writes = [{ PutRequest: { Item: key('POST#1') } }, { DeleteRequest: { Key: key('CHAT#1') } }];
    expect(dynamoDbCalls('BatchWriteItem', { RequestItems: { app: writes } }, tables)).toEqual([
      call('BatchWriteItem', ['POST#1', 'CHAT#1']),
    ]);
  });

  it('a transaction is its single operations', () => {
    const TableName = 'app';
    const TransactItems = [
      { Put: { TableName, Item: key('FILE#1') } },
      { Update: { TableName, Key: key('USER#ann') } },
      { Delete: { TableName, Key: key('SOCKET#1') } },
      { ConditionCheck: { TableName, Key: key('POST#1') } },
    ];
    expect(dynamoDbCalls('TransactWriteItems', { TransactItems }, tables)).toEqual([
      call('PutItem', ['FILE#1']),
      call('UpdateItem', ['USER#ann']),
      call('DeleteItem', ['SOCKET#1']),
      call('ConditionCheckItem', ['POST#1']),
    ]);
    const reads = { TransactItems: [{ Get: { TableName, Key: key('USER#ann') } }] };
    expect(dynamoDbCalls('TransactGetItems', reads, tables)).toEqual([call('GetItem', ['USER#ann'])]);
  });

  it.each([
    ['of the table', {}, 'pk = :key AND begins_with(sk, :other)', {}, ARN],
    [
      'of an index',
      { IndexName: 'ByList' },
      '#l=:key AND #o BETWEEN :other AND :more',
      { '#l': 'list' },
      `${ARN}/index/ByList`,
    ],
    ['whose partition comes last', {}, 'sk = :other AND (#p = :key)', { '#p': 'pk', '#o': 'sk' }, ARN],
  ])('a query %s is about the partition of its condition', (_, index, KeyConditionExpression, names, resource) => {
    const input = {
      ...index,
      KeyConditionExpression,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':key': { S: 'USER#3#0' }, ':other': { S: 'FILE#1' }, ':more': { S: 'FILE#2' } },
    };
    expect(callsOf('Query', input)).toEqual([call('Query', ['USER#3#0'], resource)]);
  });

  it('anything else names no partition, so that nobody can be granted it by partition', () => {
    expect(callsOf('Scan', {})).toEqual([{ action: 'dynamodb:Scan', resource: ARN }]);
  });

  it('a table is known by its ARN as well, and one that is not of the template is told by its name', () => {
    expect(dynamoDbCalls('GetItem', { TableName: ARN, Key: key('USER#ann') }, tables)).toEqual([
      call('GetItem', ['USER#ann']),
    ]);
    expect(callsOf('Scan', { TableName: 'other' })).toMatchObject([{ resource: ARN.replace(/app$/, 'other') }]);
  });

  it.each([
    ['GetItem', { Key: { id: { S: 'USER#ann' } } }],
    ['BatchGetItem', { RequestItems: { app: { Keys: [key('USER#ann'), {}] } } }],
    ['Query', { KeyConditionExpression: 'pk > :key', ExpressionAttributeValues: { ':key': { S: 'USER#' } } }],
    ['Query', { KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'USER#ann' }] } } }],
    [
      'Query',
      {
        IndexName: 'ByOther',
        KeyConditionExpression: 'pk = :key',
        ExpressionAttributeValues: { ':key': { S: 'USER#ann' } },
      },
    ],
  ])('%s is refused where no partition can be found in it: %j', (operation, input) => {
    expect(() => callsOf(operation, input)).toThrow(expect.objectContaining({ name: 'UnreadableRequest' }));
  });
});
