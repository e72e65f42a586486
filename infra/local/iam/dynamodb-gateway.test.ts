/**
 * Tests of the gateway between functions and the local database, which denies calls that a function's role doesn't
 * allow. The function of these tests may access only the partitions `USER#*`, and may not scan.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DynamoDbEngine, startDynamoDb } from '../dynamodb/engine.ts';
import { createTables } from '../dynamodb/tables.ts';
import { silentTerminal } from '../process/terminal.ts';
import type { Credentials } from '../state/credentials.ts';
import { readGuardedTables } from './dynamodb-calls.ts';
import { DynamoDbGateway } from './dynamodb-gateway.ts';
import { createGuard, rootCredentials } from './fixture.ts';

const TableName = 'app-Table';
const { guard, resolver, functionCredentials } = createGuard([
  {
    Effect: 'Allow',
    Action: ['GetItem', 'BatchGetItem', 'PutItem', 'Query'].map((action) => `dynamodb:${action}`),
    Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] } },
  },
]);
const directory = mkdtempSync(join(tmpdir(), 'fathom-gateway-'));
let engine: DynamoDbEngine;
let gateway: DynamoDbGateway;
let endpoint: string;
let functionClient: DynamoDBDocumentClient;

beforeAll(async () => {
  engine = await startDynamoDb(directory, silentTerminal);
  const tables = resolver.ofType('AWS::DynamoDB::Table');
  await createTables(tables, engine.endpoint, rootCredentials);
  gateway = new DynamoDbGateway({
    endpoint: engine.endpoint,
    guard,
    root: rootCredentials,
    tables: readGuardedTables(tables),
  });
  endpoint = await gateway.start();
  functionClient = createClient(functionCredentials);
});
afterAll(async () => {
  await gateway.close();
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

function createClient(credentials: Credentials): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
}

const ACCESS_DENIED = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } };

describe('DynamoDbGateway', () => {
  it('forwards the calls that a function’s role allows', async () => {
    const largeItem = { pk: 'USER#ann', text: 'ünn 🐙'.repeat(20_000) };
    await functionClient.send(new PutCommand({ TableName, Item: largeItem }));
    expect((await functionClient.send(new GetCommand({ TableName, Key: { pk: 'USER#ann' } }))).Item).toEqual(largeItem);

    await functionClient.send(
      new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: { pk: 'USER#bob' } } }] }),
    );
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'USER#bob' } };
    expect((await functionClient.send(new QueryCommand({ TableName, ...query }))).Items).toEqual([{ pk: 'USER#bob' }]);
  });

  it('returns each response to its own request when many requests arrive concurrently', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `USER#${index}`);
    await Promise.all(keys.map((pk) => functionClient.send(new PutCommand({ TableName, Item: { pk } }))));

    const reads = keys.map((pk) => functionClient.send(new GetCommand({ TableName, Key: { pk } })));
    const results = await Promise.all(reads);

    expect(results.map(({ Item }) => Item?.pk)).toEqual(keys);
  });

  it('denies other partitions and keeps the connection usable', async () => {
    await expect(functionClient.send(new GetCommand({ TableName, Key: { pk: 'FILE#1' } }))).rejects.toMatchObject({
      ...ACCESS_DENIED,
      message: expect.stringMatching(/app-Function is not authorized to perform: dynamodb:GetItem on .*app-Table/),
    });

    const Keys = [{ pk: 'USER#ann' }, { pk: 'FILE#1' }];
    const batchRead = new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } });
    await expect(functionClient.send(batchRead)).rejects.toMatchObject(ACCESS_DENIED);

    const Item = { pk: 'FILE#1' };
    const transaction = [{ Put: { TableName, Item: { pk: 'USER#cleo' } } }, { Put: { TableName, Item } }];
    await expect(functionClient.send(new TransactWriteCommand({ TransactItems: transaction }))).rejects.toMatchObject(
      ACCESS_DENIED,
    );
    expect((await functionClient.send(new GetCommand({ TableName, Key: { pk: 'USER#cleo' } }))).Item).toBeUndefined();
  });

  it('denies operations without a grant or a determinable partition', async () => {
    await expect(functionClient.send(new ScanCommand({ TableName }))).rejects.toMatchObject(ACCESS_DENIED);

    const query = { KeyConditionExpression: 'pk > :pk', ExpressionAttributeValues: { ':pk': 'USER#' } };
    await expect(functionClient.send(new QueryCommand({ TableName, ...query }))).rejects.toMatchObject({
      ...ACCESS_DENIED,
      message: expect.stringContaining("can't be checked"),
    });
  });

  it('allows everything for the cloud’s own key and rejects unknown keys', async () => {
    const rootClient = createClient(rootCredentials);
    await rootClient.send(new PutCommand({ TableName, Item: { pk: 'FILE#1' } }));
    expect((await rootClient.send(new ScanCommand({ TableName }))).Items).toContainEqual({ pk: 'FILE#1' });

    const unknownClient = createClient({ accessKeyId: 'UNKNOWN', secretAccessKey: 'guessed' });
    await expect(unknownClient.send(new GetCommand({ TableName, Key: { pk: 'USER#ann' } }))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
  });

  it('closes the connection for bodies without a Content-Length', async () => {
    const socket = connect(Number(new URL(endpoint).port), '127.0.0.1');
    const closeEvent = new Promise((resolve) => socket.on('close', resolve));

    socket.write('POST / HTTP/1.1\r\nhost: database\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n');
    await closeEvent;

    expect(socket.bytesRead).toBe(0);
  });
});
