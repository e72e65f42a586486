/** Tests of the local API with which functions invoke other functions, called through the SDK's Lambda client. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetFunctionCommand, InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AwsJsonServer } from '../http/aws-json-server.ts';
import { HttpServer } from '../http/http-server.ts';
import { silentTerminal } from '../process/terminal.ts';
import { deriveIdentities } from '../template/identities.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { Functions } from './functions.ts';
import { createInvokeApi } from './invoke-api.ts';

/** A handler that throws the error in its event, or logs and returns the event. */
const HANDLER_SOURCE = `export const handler = async (event) => {
  if (event.fail) throw new TypeError(event.fail);
  console.log('done with ' + JSON.stringify(event));
  return { received: event };
};`;

/** Lambda's limit for an asynchronous event, in bytes: 1 MB. */
const MAX_ASYNC_EVENT_BYTES = 1_048_576;

const ARN_PREFIX = 'arn:aws:lambda:us-east-1:000000000000:function:';
const PURGE_ARN = `${ARN_PREFIX}app-Purge`;
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };

const directory = mkdtempSync(join(tmpdir(), 'fathom-invoke-'));
mkdirSync(join(directory, 'asset.1'));
writeFileSync(join(directory, 'asset.1/index.mjs'), HANDLER_SOURCE);

/** A stack whose function has one retry and a failure destination. */
const stack = parseStack('app', {
  Resources: {
    Purge: {
      Type: 'AWS::Lambda::Function',
      Properties: { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 20 },
      Metadata: { 'aws:cdk:path': 'app/Purge/Function/Resource', 'aws:asset:path': 'asset.1' },
    },
    Config: {
      Type: 'AWS::Lambda::EventInvokeConfig',
      Properties: {
        FunctionName: { Ref: 'Purge' },
        MaximumRetryAttempts: 1,
        DestinationConfig: { OnFailure: { Destination: 'arn:failures' } },
      },
    },
  },
});

/** The records that the failure destination has received during a test. */
let sentRecords: { arn: string; record: unknown }[];
const functions = new Functions(
  new Resolver([stack], { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') }),
  {
    assembly: directory,
    logFolder: join(directory, 'logs'),
    eventFile: join(directory, 'events.json'),
    terminal: silentTerminal,
    environment: {},
    sendToDestination: (arn, record) => sentRecords.push({ arn, record }),
    retryDelaysMs: [0],
  },
);

const awsServer = new AwsJsonServer(credentials);
awsServer.addRest(createInvokeApi(functions));
const httpServer = new HttpServer(awsServer.handle);
let endpoint: string;
let client: LambdaClient;

beforeAll(async () => {
  endpoint = `http://127.0.0.1:${await httpServer.start()}`;
  client = new LambdaClient({ region: 'us-east-1', endpoint, credentials });
});

beforeEach(() => {
  sentRecords = [];
});

afterAll(async () => {
  await httpServer.close();
  await functions.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Invokes the function with an event, and waits for its result unless `input` says otherwise. */
const invoke = (event: unknown, input: Partial<InvokeCommandInput> = {}) =>
  client.send(new InvokeCommand({ FunctionName: 'app-Purge', Payload: JSON.stringify(event), ...input }));

describe('Invoke', () => {
  it.each(['app-Purge', 'app-Purge:$LATEST', PURGE_ARN, `${PURGE_ARN}:$LATEST`, '000000000000:function:app-Purge'])(
    'returns the result of %s',
    async (FunctionName) => {
      const response = await invoke({ userId: 'ünn' }, { FunctionName });

      expect(response).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
      expect(response.FunctionError).toBeUndefined();
      expect(JSON.parse(response.Payload!.transformToString())).toEqual({ received: { userId: 'ünn' } });
    },
  );

  it('treats a missing payload as an empty event', async () => {
    const response = await invoke(undefined);
    expect(response.Payload!.transformToString()).toBe('{"received":{}}');
  });

  it('accepts the qualifier $LATEST', async () => {
    const response = await invoke({}, { Qualifier: '$LATEST' });
    expect(response.Payload!.transformToString()).toBe('{"received":{}}');
  });

  it('returns the error that a function throws', async () => {
    const response = await invoke({ fail: 'no table' });

    const error = JSON.parse(response.Payload!.transformToString());

    expect(response).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' });
    expect(error).toMatchObject({ errorType: 'TypeError', errorMessage: 'no table' });
  });

  it('retries a failed asynchronous event as often as the template says', async () => {
    const response = await invoke({ userId: 'ann', fail: 'no table' }, { InvocationType: 'Event' });
    expect(response.StatusCode).toBe(202);
    await functions.waitUntilIdle();

    // One attempt and one retry.
    const requestContext = { approximateInvokeCount: 2 };
    const record = { requestPayload: { userId: 'ann' }, requestContext };
    expect(sentRecords).toMatchObject([{ arn: 'arn:failures', record }]);
  });

  it('sends no failure record of an asynchronous event that succeeds', async () => {
    await invoke({ userId: 'bob' }, { InvocationType: 'Event', FunctionName: PURGE_ARN });
    await functions.waitUntilIdle();

    // The log can arrive after the result.
    await expect.poll(() => functions.getLogLines('Purge')).toContain('done with {"userId":"bob"}');
    expect(sentRecords).toEqual([]);
  });

  it('does not run the function for a DryRun', async () => {
    const lineCount = functions.getLogLines('Purge').length;

    const response = await invoke({ dry: true }, { InvocationType: 'DryRun' });
    await functions.waitUntilIdle();

    expect(response.StatusCode).toBe(204);
    expect(functions.getLogLines('Purge')).toHaveLength(lineCount);
  });

  it.each([
    [{ FunctionName: 'app-Other' }, `Function not found: ${ARN_PREFIX}app-Other`],
    [{ FunctionName: 'Purge' }, `Function not found: ${ARN_PREFIX}Purge`],
    [{ FunctionName: 'app-Purge:live' }, `Function not found: ${PURGE_ARN}:live`],
    [{ Qualifier: '3' }, `Function not found: ${PURGE_ARN}:3`],
  ])('returns ResourceNotFoundException for %j', async (input, message) => {
    await expect(invoke({}, input)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message,
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('rejects an invalid payload', async () => {
    await expect(invoke({}, { Payload: '{' })).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  });

  it('rejects an asynchronous event over 1 MB', async () => {
    // With its quotes, the text has two bytes more than 1 MB.
    const longEvent = { Payload: JSON.stringify('x'.repeat(MAX_ASYNC_EVENT_BYTES)), InvocationType: 'Event' } as const;
    await expect(invoke({}, longEvent)).rejects.toMatchObject({ name: 'RequestTooLargeException' });
  });

  it('rejects an invalid signature', async () => {
    const attacker = new LambdaClient({
      region: 'us-east-1',
      endpoint,
      credentials: { ...credentials, secretAccessKey: 'guessed' },
    });

    await expect(attacker.send(new InvokeCommand({ FunctionName: PURGE_ARN }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('rejects a request without a signature', async () => {
    const response = await fetch(`${endpoint}/2015-03-31/functions/app-Purge/invocations`, { method: 'POST' });
    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toBe('AccessDenied');
  });

  it('rejects operations other than Invoke', async () => {
    await expect(client.send(new GetFunctionCommand({ FunctionName: PURGE_ARN }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('GET /2015-03-31/functions/'),
    });
  });
});
