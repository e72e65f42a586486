/**
 * Tests that the thin client of the API for open sockets sends the same requests and returns the same results as the
 * SDK's client, which it replaces because functions start faster without it.
 */
import * as sdk from '@aws-sdk/client-apigatewaymanagementapi';
import { afterEach, expect, it, vi } from 'vitest';
import { setUpScriptedServer } from '../../test/support/scripted-server.ts';
import * as thin from './thin-management-api.ts';

const server = setUpScriptedServer();
afterEach(() => {
  vi.useRealTimers();
});

type Sdk = typeof sdk;

/** The module of the SDK's client, and that of the thin client, which has the part that Fathom uses. */
const APIS = [sdk, thin as unknown as Sdk] as const;

/** Sends a command with the SDK's client, then with the thin one. Returns the requests and the error of both. */
async function sendWithBoth(send: (client: sdk.ApiGatewayManagementApiClient, api: Sdk) => Promise<object>) {
  const results = [];
  for (const api of APIS) {
    server.receivedRequests.length = 0;
    const client = new api.ApiGatewayManagementApiClient({ endpoint: `${server.url}/prod` });
    const error = await send(client, api).then(
      () => undefined,
      (error) => {
        const { name, message, $fault, $metadata } = error;
        return { name, message, $fault, $metadata, isGone: error instanceof api.GoneException };
      },
    );
    const requests = server.receivedRequests.map(({ method, url, headers, body }) => {
      // Region, service, and `aws4_request`: `… Credential=<key>/<date>/<region>/<service>/aws4_request, …`.
      const scope = headers.authorization?.replace(/,.*/, '').split('/').slice(2);
      return { method, url, host: headers.host, type: headers['content-type'], scope, body };
    });
    results.push({ error, requests });
  }

  return { ofSdk: results[0]!, ofThinClient: results[1]! };
}

const ConnectionId = 'L0SM9cOFvHcCIhw=/+ä';

it.each([
  { name: 'success', response: {}, attempts: 1 },
  {
    name: 'a closed socket',
    response: { status: 410, headers: { 'x-amzn-errortype': 'GoneException:http://aws/' } },
    attempts: 1,
  },
  {
    name: 'a denial',
    response: { status: 403, body: '{"message":"No."}', headers: { 'x-amzn-errortype': 'ForbiddenException' } },
    attempts: 1,
  },
  {
    name: 'too many requests',
    response: { status: 429, headers: { 'x-amzn-errortype': 'LimitExceededException' } },
    attempts: 3,
  },
  {
    name: 'a failed service',
    response: { status: 500, headers: { 'x-amzn-errortype': 'InternalFailure' } },
    attempts: 3,
  },
  { name: 'a lost connection', response: 'lost' as const, attempts: 3 },
])('matches the SDK after $name, with $attempts attempts', async ({ response, attempts }) => {
  server.respondWith(typeof response === 'object' ? { body: '', ...response } : response);
  const Data = Buffer.from(JSON.stringify({ text: 'Ahoi 🐙' }));

  const posts = await sendWithBoth((client, api) =>
    client.send(new api.PostToConnectionCommand({ ConnectionId, Data })),
  );
  expect(posts.ofThinClient).toEqual(posts.ofSdk);
  expect(posts.ofThinClient.requests).toHaveLength(attempts);

  const deletions = await sendWithBoth((client, api) => client.send(new api.DeleteConnectionCommand({ ConnectionId })));
  expect(deletions.ofThinClient).toEqual(deletions.ofSdk);
  expect(deletions.ofThinClient.requests).toHaveLength(attempts);
});

/** Removes the headers that only the SDK signs, which describe the sender. Without them, both signatures are equal. */
function removeSdkOnlyHeaders(client: sdk.ApiGatewayManagementApiClient): void {
  // The thin client has no middleware, and signs no such headers.
  client.middlewareStack?.addRelativeTo(
    ((next: (args: object) => unknown) => (args: { request: { headers: Record<string, string> } }) => {
      for (const name of Object.keys(args.request.headers)) {
        if (/^(amz-sdk|x-amz-user-agent|user-agent|content-length)/.test(name)) delete args.request.headers[name];
      }
      return next(args);
    }) as never,
    { relation: 'before', toMiddleware: 'httpSigningMiddleware', name: 'removeSdkOnlyHeaders' },
  );
}

it('signs the path of a socket as the SDK does', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T05:05:05Z') });
  server.respondWith({ body: '' });

  const signatures: string[] = [];
  for (const api of APIS) {
    const client = new api.ApiGatewayManagementApiClient({ endpoint: `${server.url}/prod` });
    removeSdkOnlyHeaders(client);
    await client.send(new api.PostToConnectionCommand({ ConnectionId, Data: Buffer.from('{}') }));
    signatures.push(server.receivedRequests.at(-1)!.headers.authorization!);
  }

  expect(signatures[1]).toBe(signatures[0]);
});
