/**
 * Tests of `endpoint`, which turns a function into a handler of API Gateway's requests: it checks the caller and the
 * input, and builds the response. The tests use an endpoint that adds a pearl.
 */
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../shared/contract/endpoint.ts';
import { ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { ownUserIdSchema } from '../../shared/contract/user-id.ts';
import { InvalidInput } from '../platform/errors.ts';
import { markSessionChecked } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import { endpoint } from './endpoint.ts';

const definitions = endpoints('pearls', {
  add: () => ({
    method: 'POST',
    path: '/pearls/{pearl}',
    access: 'member',
    resource: 'self',
    limit: { none: 'An example.' },
    summary: 'Add a pearl.',
    params: z.strictObject({ pearl: z.string().max(10) }),
    query: z.strictObject({ shiny: z.string().optional() }),
    body: z.strictObject({ userId: ownUserIdSchema, grams: z.number().default(1) }),
    response: z.object({ added: z.string() }),
    errors: ['Unauthenticated', 'NotYou'],
  }),
});

/** The parts of a request that tests change. */
interface TestRequest {
  /** The claims of the access token. */
  claims?: Record<string, string>;
  body?: string;
  base64?: boolean;
  type?: string;
  pearl?: string;
  query?: Record<string, string>;
  stageVariables?: Record<string, string>;
}

const MEMBER = { sub: 'anna', username: 'anna', token_use: 'access', iat: '7' };

type AddPearl = Parameters<typeof endpoint<typeof definitions.add>>[1];

/** Calls the endpoint with a function that checks the session, as every endpoint must. */
function call(run: AddPearl, request?: TestRequest) {
  return callUnchecked((caller, input) => {
    markSessionChecked(caller);
    return run(caller, input);
  }, request);
}

/** Calls the endpoint. */
async function callUnchecked(run: AddPearl, request: TestRequest = {}) {
  const {
    claims = MEMBER,
    body = '{}',
    base64 = false,
    type = 'application/json',
    pearl = 'big',
    query,
    stageVariables,
  } = request;
  const event = {
    headers: { 'content-type': type },
    pathParameters: { pearl },
    queryStringParameters: query,
    body,
    isBase64Encoded: base64,
    stageVariables,
    requestContext: { requestId: 'r-1', authorizer: { jwt: { claims, scopes: null } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
  const handler = endpoint(definitions.add, run);
  const response = (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;

  return { ...response, json: JSON.parse(response.body!) };
}

const failIfCalled = async () => expect.unreachable('The handler must not run.');

describe('endpoint', () => {
  it('compresses a long result for a client that accepts it', async () => {
    const run = async (caller: Parameters<AddPearl>[0]) => {
      markSessionChecked(caller);
      return { added: 'yes '.repeat(1000) };
    };
    const event = {
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
      pathParameters: { pearl: 'big' },
      body: '{}',
      requestContext: { requestId: 'r-1', authorizer: { jwt: { claims: MEMBER, scopes: null } } },
    } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;

    const response = (await endpoint(definitions.add, run)(event, {} as Context)) as APIGatewayProxyStructuredResultV2;

    expect(response).toMatchObject({ headers: { 'content-encoding': 'gzip' }, isBase64Encoded: true });
    expect(JSON.parse(gunzipSync(Buffer.from(response.body!, 'base64')).toString()).added).toHaveLength(4000);
  });

  it('passes path, query and body to the handler, with the caller from the token', async () => {
    const run = vi.fn(async () => ({ added: 'yes' }));

    const response = await call(run, { body: '{"userId":"anna","grams":3}', query: { shiny: 'very' } });

    expect(run).toHaveBeenCalledWith(
      { userId: 'anna', username: 'anna', issuedAt: 7 },
      { pearl: 'big', shiny: 'very', userId: 'anna', grams: 3 },
    );
    expect(response).toMatchObject({ statusCode: 200, json: { success: true, added: 'yes' } });
    expect(response.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  const returnGrams: AddPearl = async (_caller, input) => ({ added: String(input.grams) });

  it('applies the defaults of the contract', async () => {
    const { json } = await call(returnGrams, { body: '{}' });

    expect(json.added).toBe('1');
  });

  it('decodes a base64 body', async () => {
    const body = Buffer.from('{"grams":7}').toString('base64');

    const { json } = await call(returnGrams, { body, base64: true });

    expect(json.added).toBe('7');
  });

  it.each<[problem: string, request: TestRequest, status: number, code: string, message: RegExp]>([
    ['no claims', { claims: {} }, 401, 'Unauthenticated', /sign in/],
    ['an ID token', { claims: { ...MEMBER, token_use: 'id' } }, 401, 'Unauthenticated', /sign in/],
    ['a token without its time', { claims: { ...MEMBER, iat: '' } }, 401, 'Unauthenticated', /sign in/],
    ["another member's ID", { body: '{"userId":"ben"}' }, 403, 'NotYou', /yourself/],
    ['malformed JSON', { body: '{"grams":' }, 400, 'InvalidInput', /not valid JSON/],
    ['a body that is not an object', { body: '[1]' }, 400, 'InvalidInput', /must be a JSON object/],
    ['an invalid field', { body: '{"grams":"many"}' }, 400, 'InvalidInput', /^Grams must be a number\.$/],
    ['an unknown field', { body: '{"depth":10000}' }, 400, 'InvalidInput', /depth/],
    ['an invalid parameter', { pearl: 'x'.repeat(11) }, 400, 'InvalidInput', /^Pearl must be at most 10 characters\.$/],
    ['an unknown query parameter', { query: { tiny: '1' } }, 400, 'InvalidInput', /tiny/],
    ['another media type', { body: 'grams=1', type: 'text/plain' }, 415, 'UnsupportedMediaType', /application\/json/],
    ['a body that is too large', { body: `{"x":"${'y'.repeat(200_000)}"}` }, 413, 'BodyTooLarge', /128 KB/],
  ])('rejects %s before the handler runs', async (_, request, statusCode, code, message) => {
    const response = await call(failIfCalled, request);

    expect(response).toMatchObject({ statusCode, json: { success: false, code, requestId: 'r-1' } });
    expect(response.json.error).toMatch(message);
  });

  it('rejects a request that bypasses CloudFront before any other check', async () => {
    const stageVariables = { [ORIGIN_SECRET_VARIABLE]: 'secret of CloudFront' };

    const response = await call(failIfCalled, { claims: {}, body: '{"grams":', stageVariables });

    expect(response).toMatchObject({ statusCode: 403, json: { success: false, code: 'NotThroughSite' } });
    expect(response.body).not.toContain('secret of CloudFront');
  });

  it('returns the code and the message of an ApiError', async () => {
    const response = await call(async () => {
      throw new InvalidInput('nothing-to-change');
    });

    expect(response).toMatchObject({
      statusCode: 400,
      json: { code: 'InvalidInput', params: { reason: 'nothing-to-change' } },
    });
  });

  it.each([
    ['ThrottlingException', {}, 'Throttled'],
    [
      'TransactionCanceledException',
      { CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }] },
      'Throttled',
    ],
    ['InternalServerError', { $metadata: { httpStatusCode: 500 } }, 'Unavailable'],
    ['ServiceUnavailable', { $metadata: { httpStatusCode: 503 } }, 'Unavailable'],
    ['TimeoutError', {}, 'Unavailable'],
    ['Error', { code: 'ECONNRESET' }, 'Unavailable'],
  ])('returns 503 and Retry-After for %s with %o', async (name, fields, code) => {
    const response = await call(async () => {
      throw Object.assign(new Error('slow down'), { name, ...fields });
    });

    expect(response).toMatchObject({ statusCode: 503, json: { code }, headers: { 'retry-after': '1' } });
  });

  it('logs an unexpected error and returns no details', async () => {
    const logError = vi.spyOn(logger, 'error').mockReturnValue();

    const response = await call(async () => {
      throw new Error('table fathom-secret-table is on fire');
    });

    expect(response).toMatchObject({ statusCode: 500, json: { code: 'Internal' } });
    expect(response.headers).not.toHaveProperty('retry-after');
    expect(response.body).not.toContain('fathom-secret-table');
    expect(logError).toHaveBeenCalledOnce();
  });

  it("fails a request whose handler didn't check the caller's session", async () => {
    const logError = vi.spyOn(logger, 'error').mockReturnValue();

    const response = await callUnchecked(async () => ({ added: 'yes' }));

    expect(response).toMatchObject({ statusCode: 500, json: { code: 'Internal' } });

    const [[, { error: cause }]] = logError.mock.calls as unknown as [[string, { error: Error }]];
    expect(cause.message).toMatch(/^pearls-add did not check the caller's session/);
    logError.mockRestore();
  });

  it('logs no headers, tokens or bodies', async () => {
    const lines: unknown[] = [];
    const info = vi.spyOn(logger, 'info').mockImplementation((...line) => void lines.push(line));

    await call(async () => ({ added: 'secret result' }), {
      body: '{"userId":"anna"}',
      query: { shiny: 'secret query' },
    });

    info.mockRestore();
    expect(JSON.stringify(lines)).toContain('pearls-add');
    expect(JSON.stringify(lines)).not.toMatch(/secret|anna/);
  });
});
