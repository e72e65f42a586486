/** Bodies that are not JSON, have another type, or are too large, for every endpoint with a body. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { type ApiResponse, sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { countCases } from './support/attack-counts.ts';
import { expectDeclaredResponse } from './support/expected-response.ts';
import { MALFORMED_BODIES } from './support/hostile-values.ts';

const MAX_BODY_BYTES = 128 * 1024;

let caller: Member;

beforeAll(async () => {
  caller = await Member.register();
});

const send = (method: string, path: string, options: { body?: string; headers?: Record<string, string> } = {}) => {
  countCases();
  return sendRequest(method, path, { token: caller.tokens.access, ...options });
};

const fillPath = (path: string) => path.replaceAll(/\{\w+\}/g, '01KAHQ3V7V8Z5T0F4M2S6R9XYZ');

const endpointsWithBody = allEndpoints
  // `{}` is a valid body of this endpoint, and deletes the caller's account.
  .filter(({ body, name }) => body && name !== contract.account.deleteAccount.name)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each(endpointsWithBody)('%s', (_, endpoint) => {
  const { method, path } = endpoint;
  const expectRejected = (response: ApiResponse, status: number, code: string, caseName: string) => {
    expectDeclaredResponse(endpoint, response, { request: caseName, email: caller.email });
    expect([caseName, response.status, response.body.code]).toEqual([caseName, status, code]);
  };

  it('rejects bodies that are not a JSON object', async () => {
    for (const [name, body] of Object.entries(MALFORMED_BODIES)) {
      expectRejected(await send(method, fillPath(path), { body }), 400, 'InvalidInput', name);
    }
  });

  it('rejects bodies that are not sent as JSON', async () => {
    const body = JSON.stringify(endpoint.example);

    for (const type of [
      'text/plain',
      'text/html',
      'application/xml',
      'application/x-www-form-urlencoded',
      'json',
      '*/*',
    ]) {
      const response = await send(method, fillPath(path), { body, headers: { 'content-type': type } });
      expectRejected(response, 415, 'UnsupportedMediaType', type);
    }
  });

  it('rejects bodies over 128 KB, and accepts the size of smaller ones', async () => {
    const buildBody = (bytes: number) => `{"unknown":"${'x'.repeat(bytes - '{"unknown":""}'.length)}"}`;
    const sendBody = (body: string) => send(method, fillPath(path), { body });

    // The size is accepted, but the unknown field isn't.
    expectRejected(await sendBody(buildBody(MAX_BODY_BYTES)), 400, 'InvalidInput', '128 KB');
    for (const bytes of [MAX_BODY_BYTES + 1, 2 * MAX_BODY_BYTES]) {
      expectRejected(await sendBody(buildBody(bytes)), 413, 'BodyTooLarge', `${bytes} bytes`);
    }

    // Over 128 KB in UTF-8, but with fewer characters than that.
    const multibyteBody = JSON.stringify({ unknown: '🐙'.repeat(MAX_BODY_BYTES / 4) });
    expectRejected(await sendBody(multibyteBody), 413, 'BodyTooLarge', 'wide characters');
  });
});
