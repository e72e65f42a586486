/**
 * Tests that our small client of DynamoDB sends the same requests and returns the same results as the SDK's. The small
 * client makes functions start faster.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ReceivedRequest,
  type ScriptedResponse,
  setUpScriptedServer,
} from '../../test/support/scripted-server.ts';
import { createDocumentClient, type DocumentClient } from './document-client.ts';

const server = setUpScriptedServer('AWS_ENDPOINT_URL_DYNAMODB');
beforeEach(() => {
  vi.stubEnv('AWS_SESSION_TOKEN', 'a token/with+signs==');
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates the SDK's own client. Its requests, results, and errors are the reference. */
function createReference(): DocumentClient {
  return lib.DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

type Middleware = Parameters<DocumentClient['middlewareStack']['addRelativeTo']>[0];
type SendCommand = (client: DocumentClient) => Promise<object>;

/** Sends a command with both clients. Returns the requests and the result, or the error, of each client. */
async function sendWithBoth(send: SendCommand, response: ScriptedResponse) {
  const results = [];
  for (const client of [createReference(), createDocumentClient({ maxAttempts: 4 })]) {
    server.respondWith(response);
    server.receivedRequests.length = 0;

    const result = await send(client).catch((error: Error) => error);
    results.push({ result, requests: [...server.receivedRequests] });
  }

  return { reference: results[0]!, ours: results[1]! };
}

const Key = { pk: 'USER#anna', sk: 'PROFILE' };
const TableName = 'fathom';

/** An item with a value of every type. */
const ALL_TYPES_ITEM = {
  ...Key,
  text: 'Ahoi 🐙 \u2028 "quoted"',
  empty: '',
  count: -3,
  fraction: 0.1,
  large: 12345678901,
  yes: true,
  nothing: null,
  missing: undefined,
  list: ['a', 1, [null], { deep: undefined }],
  map: { a: { b: ['c'] } },
  tags: new Set(['x', 'y']),
  numbers: new Set([1, 2]),
};

/** A condition, for the commands that accept one. */
const CONDITION = {
  ConditionExpression: '#a = :a',
  ExpressionAttributeNames: { '#a': 'a' },
  ExpressionAttributeValues: { ':a': ALL_TYPES_ITEM.map, ':b': undefined },
};

/** Every command that the product sends. */
const COMMANDS: readonly (readonly [string, SendCommand])[] = [
  ['GetCommand', (client) => client.send(new lib.GetCommand({ TableName, Key, ConsistentRead: true }))],
  ['PutCommand', (client) => client.send(new lib.PutCommand({ TableName, Item: ALL_TYPES_ITEM, ...CONDITION }))],
  [
    'UpdateCommand',
    (client) => client.send(new lib.UpdateCommand({ TableName, Key, UpdateExpression: 'SET a = :a', ...CONDITION })),
  ],
  [
    'DeleteCommand',
    (client) => client.send(new lib.DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD', ...CONDITION })),
  ],
  [
    'QueryCommand',
    (client) =>
      client.send(
        new lib.QueryCommand({
          TableName,
          IndexName: 'ByText',
          KeyConditionExpression: 'pk = :a',
          ExpressionAttributeValues: { ':a': 'x', ':n': 3 },
          ExclusiveStartKey: Key,
          ScanIndexForward: false,
          Limit: 20,
        }),
      ),
  ],
  [
    'ScanCommand',
    (client) => client.send(new lib.ScanCommand({ TableName, ExclusiveStartKey: Key, FilterExpression: 'a = :a' })),
  ],
  [
    'BatchGetCommand',
    (client) =>
      client.send(
        new lib.BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key, Key], ConsistentRead: false } } }),
      ),
  ],
  [
    'BatchWriteCommand',
    (client) =>
      client.send(
        new lib.BatchWriteCommand({
          RequestItems: { [TableName]: [{ PutRequest: { Item: ALL_TYPES_ITEM } }, { DeleteRequest: { Key } }] },
        }),
      ),
  ],
  [
    'TransactWriteCommand',
    (client) =>
      client.send(
        new lib.TransactWriteCommand({
          ClientRequestToken: 'token',
          TransactItems: [
            { Put: { TableName, Item: ALL_TYPES_ITEM, ...CONDITION } },
            { Update: { TableName, Key, UpdateExpression: 'SET a = :a', ...CONDITION } },
            { Delete: { TableName, Key } },
            { ConditionCheck: { TableName, Key, ...CONDITION } },
          ],
        }),
      ),
  ],
];

/** An item in a response, in DynamoDB's format. */
const ITEM = {
  pk: { S: 'USER#anna' },
  count: { N: '-3' },
  large: { N: '9007199254740993' },
  yes: { BOOL: false },
  nothing: { NULL: true },
  list: { L: [{ S: 'a' }, { M: { b: { N: '0.1' } } }] },
  tags: { SS: ['x'] },
  numbers: { NS: ['1'] },
};
const CAPACITY = { TableName, CapacityUnits: 0.5 };

/** A response with everything that the commands can return. */
const RESPONSE = JSON.stringify({
  Item: ITEM,
  Attributes: ITEM,
  Items: [ITEM, {}],
  Count: 2,
  LastEvaluatedKey: { pk: { S: 'last' } },
  ConsumedCapacity: CAPACITY,
});
const BATCH_RESPONSE = JSON.stringify({
  Responses: { [TableName]: [ITEM] },
  UnprocessedKeys: { [TableName]: { Keys: [{ pk: { S: 'later' } }], ConsistentRead: false } },
  UnprocessedItems: { [TableName]: [{ PutRequest: { Item: ITEM } }] },
  ConsumedCapacity: [CAPACITY],
});

/** Returns the parts of a request that DynamoDB reads. The other headers describe the sender. */
function describeRequest({ method, url, headers, body }: ReceivedRequest) {
  const { host, 'content-type': type, 'x-amz-target': target, 'x-amz-security-token': token } = headers;
  const lengthError = Number(headers['content-length']) - Buffer.byteLength(body);

  return { method, url, host, type, target, token, lengthError, body: JSON.parse(body) };
}

const metadataOf = (result: object) => (result as { $metadata: object }).$metadata;
const fieldsOf = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== '$metadata'));

/** A middleware of the SDK that removes the headers that describe the sender. */
const removeSdkOnlyHeaders =
  (next: (args: object) => unknown) => (args: { request: { headers: Record<string, string> } }) => {
    const { headers } = args.request;
    for (const name of Object.keys(headers)) {
      if (/^(amz-sdk|x-amz-user-agent|user-agent|content-length)/.test(name)) delete headers[name];
    }

    return next(args);
  };

describe('createDocumentClient', () => {
  it.each(COMMANDS)('sends the same request as the SDK: %s', async (_, send) => {
    const { reference, ours } = await sendWithBoth(send, {});

    expect(ours.requests).toHaveLength(1);
    expect(describeRequest(ours.requests[0]!)).toEqual(describeRequest(reference.requests[0]!));
  });

  it.each(COMMANDS)('returns the same result as the SDK: %s', async (name, send) => {
    const body = name.startsWith('Batch') ? BATCH_RESPONSE : RESPONSE;

    const { reference, ours } = await sendWithBoth(send, { body });

    // The SDK drops fields that the operation doesn't have.
    expect(fieldsOf(ours.result)).toMatchObject(fieldsOf(reference.result));
    expect(metadataOf(ours.result)).toEqual(metadataOf(reference.result));
  });

  it('signs requests as the SDK does', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T05:05:05Z') });
    server.respondWith({});
    // The SDK also signs headers that describe the sender. Without them, both signatures must be equal.
    const reference = createReference();
    reference.middlewareStack.addRelativeTo(removeSdkOnlyHeaders as unknown as Middleware, {
      relation: 'before',
      toMiddleware: 'httpSigningMiddleware',
      name: 'remove-sdk-only-headers',
    });

    for (const client of [reference, createDocumentClient({ maxAttempts: 1 })]) {
      await client.send(new lib.GetCommand({ TableName, Key }));
    }

    const [expected, actual] = server.receivedRequests.map(({ headers }) => headers.authorization);
    expect(actual).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAOCEAN\/20260505\/eu-central-1\/dynamodb\/aws4_request/);
    expect(actual).toBe(expected);
  });

  it.each([
    ['an empty result', {}],
    ['a result whose item is missing', { body: '{"ConsumedCapacity":{"CapacityUnits":0.5}}' }],
  ])('returns %s as the SDK does', async (_, response) => {
    const { reference, ours } = await sendWithBoth(
      (client) => client.send(new lib.GetCommand({ TableName, Key })),
      response,
    );

    expect(fieldsOf(ours.result)).toEqual(fieldsOf(reference.result));
  });

  it('throws the same error as the SDK for values that DynamoDB cannot store', async () => {
    const Item = { ...Key, when: new Date(0) };

    const { reference, ours } = await sendWithBoth(
      (client) => client.send(new lib.PutCommand({ TableName, Item })),
      {},
    );

    expect(ours.result).toEqual(reference.result);
    expect(ours.requests).toEqual([]);
  });

  it('runs middlewares that are added and removed between calls', async () => {
    const client = createDocumentClient({ maxAttempts: 1 });
    const receivedInputs: unknown[] = [];
    const get = () => client.send(new lib.GetCommand({ TableName, Key }));
    server.respondWith({});

    await get();
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          receivedInputs.push([commandName, args.input]);
          return next(args);
        },
      { name: 'record-inputs' },
    );
    await get();

    client.middlewareStack.remove('record-inputs');
    await get();

    expect(receivedInputs).toEqual([['GetItemCommand', { TableName, Key }]]);
  });
});
