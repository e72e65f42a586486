/**
 * Tests that our small client of DynamoDB throws the same errors and makes the same retries as the SDK's. The small
 * client makes functions start faster.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ScriptedResponse, setUpScriptedServer } from '../../test/support/scripted-server.ts';
import { createDocumentClient } from './document-client.ts';

const MAX_ATTEMPTS = 4;

const server = setUpScriptedServer('AWS_ENDPOINT_URL_DYNAMODB');
afterEach(() => {
  vi.useRealTimers();
});

const createGet = () => new GetCommand({ TableName: 'fathom', Key: { pk: 'USER#anna', sk: 'PROFILE' } });

/** Sends a request with the SDK's own client and with ours. Returns the error and the number of attempts per client. */
async function failInBothClients(response: ScriptedResponse) {
  server.respondWith(response);
  const sdkClient = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS }));
  const results = [];

  for (const client of [sdkClient, createDocumentClient({ maxAttempts: MAX_ATTEMPTS })]) {
    server.receivedRequests.length = 0;
    const error = await client.send(createGet()).then(
      () => expect.unreachable('The request must fail.'),
      (error: Error) => error,
    );
    results.push({ ...describeError(error), attempts: server.receivedRequests.length });
  }

  return { reference: results[0]!, ours: results[1]! };
}

/** Returns an error's class and fields as callers and logs read them. */
function describeError(error: Error) {
  const { $metadata, message: _, ...fields } = error as Error & { $metadata: object };
  return { type: error.constructor, name: error.name, message: error.message, fields, $metadata };
}

const buildType = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`;

/** Builds the body of an error as DynamoDB returns it. */
const buildErrorBody = (name: string, fields: object = {}) =>
  JSON.stringify({ __type: buildType(name), message: 'Because.', ...fields });

describe('createDocumentClient', () => {
  it.each<[string, ScriptedResponse]>([
    ['a failed condition', { status: 400, body: buildErrorBody('ConditionalCheckFailedException') }],
    [
      'a cancelled transaction',
      {
        status: 400,
        body: buildErrorBody('TransactionCanceledException', {
          CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'No.' }],
        }),
      },
    ],
    ['a conflict', { status: 400, body: buildErrorBody('TransactionConflictException') }],
    ['a missing table', { status: 400, body: buildErrorBody('ResourceNotFoundException') }],
    [
      'an invalid request',
      { status: 400, body: `{"__type":"${buildType('ValidationException')}","Message":"Because."}` },
    ],
    ['a wrong signature', { status: 400, body: buildErrorBody('InvalidSignatureException') }],
  ])('throws the same error as the SDK, without a retry, after %s', async (_, response) => {
    const { reference, ours } = await failInBothClients(response);

    expect(ours).toEqual(reference);
    expect(ours.attempts).toBe(1);
  });

  it.each<[string, ScriptedResponse]>([
    ['too many requests', { status: 400, body: buildErrorBody('ProvisionedThroughputExceededException') }],
    ['throttling', { status: 400, body: buildErrorBody('ThrottlingException') }],
    ['a transaction in progress', { status: 400, body: buildErrorBody('TransactionInProgressException') }],
    ['a failed service', { status: 500, body: buildErrorBody('InternalServerError') }],
    ['an unknown error', { status: 503, body: '{"__type":"Unheard"}' }],
    ['a lost connection', 'lost'],
  ])('throws the same error as the SDK, after the last attempt, for %s', async (_, response) => {
    const { reference, ours } = await failInBothClients(response);

    expect(ours).toEqual(reference);
    expect(ours.attempts).toBe(MAX_ATTEMPTS);
  });

  it('throws an error with the status of a response that is not JSON', async () => {
    const client = createDocumentClient({ maxAttempts: 2 });
    server.respondWith({ status: 502, body: '<html>' });

    await expect(client.send(createGet())).rejects.toMatchObject({ $metadata: { httpStatusCode: 502, attempts: 2 } });
  });

  it('returns the result of the first attempt that succeeds', async () => {
    const client = createDocumentClient({ maxAttempts: MAX_ATTEMPTS });
    server.respondWith({ status: 500, body: buildErrorBody('InternalServerError') }, 'lost', {
      body: '{"Item":{"count":{"N":"-3"}}}',
    });

    const result = await client.send(createGet());

    expect(result).toMatchObject({ Item: { count: -3 }, $metadata: { attempts: 3 } });
  });

  it('signs the next attempt with the time of DynamoDB if the clocks differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T05:05:05Z') });
    const client = createDocumentClient({ maxAttempts: MAX_ATTEMPTS });
    const date = 'Tue, 05 May 2026 06:05:05 GMT';
    server.respondWith({ status: 400, body: buildErrorBody('InvalidSignatureException'), headers: { date } }, {});

    await client.send(createGet());

    expect(server.receivedRequests.map(({ headers }) => headers['x-amz-date'])).toEqual([
      '20260505T050505Z',
      '20260505T060505Z',
    ]);
  });
});
