import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../shared/contract/endpoint.ts';
import { ownUserId } from '../../shared/contract/user-id.ts';
import { InvalidInput } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { endpoint } from './endpoint.ts';

const definitions = endpoints('pearls', {
  keep: {
    method: 'POST',
    path: '/pearls/{pearl}',
    access: 'member',
    accesses: 'self',
    summary: 'Keeps a pearl.',
    params: z.strictObject({ pearl: z.string().max(10) }),
    query: z.strictObject({ shiny: z.string().optional() }),
    body: z.strictObject({ userId: ownUserId, grams: z.number().default(1) }),
    response: z.object({ kept: z.string() }),
    errors: ['Unauthenticated', 'NotYou'],
  },
});

interface Asked {
  claims?: Record<string, string>;
  body?: string;
  base64?: boolean;
  type?: string;
  pearl?: string;
  query?: Record<string, string>;
}

const MEMBER = { sub: 'anna', username: 'anna', token_use: 'access' };

async function ask(run: Parameters<typeof endpoint<typeof definitions.keep>>[1], asked: Asked = {}) {
  const { claims = MEMBER, body, base64 = false, type = 'application/json', pearl = 'big', query } = asked;
  const event = {
    headers: { 'content-type': type },
    pathParameters: { pearl },
    queryStringParameters: query,
    body,
    isBase64Encoded: base64,
    requestContext: { requestId: 'r-1', authorizer: { jwt: { claims, scopes: null } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
  const handler = endpoint(definitions.keep, run);
  const answer = (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;
  return { ...answer, json: JSON.parse(answer.body!) };
}

const never = async () => expect.unreachable('the handler must not run');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an endpoint', () => {
  it('hands path, query and body to the handler, with the caller of the token', async () => {
    const run = vi.fn(async () => ({ kept: 'yes' }));
    const answer = await ask(run, { body: '{"userId":"anna","grams":3}', query: { shiny: 'very' } });
    expect(run).toHaveBeenCalledWith(
      { userId: 'anna', username: 'anna' },
      { pearl: 'big', shiny: 'very', userId: 'anna', grams: 3 },
    );
    expect(answer).toMatchObject({ statusCode: 200, json: { success: true, kept: 'yes' } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('fills in what is left out, and reads a body that came in base64', async () => {
    const kept = await ask(async (_caller, input) => ({ kept: String(input.grams) }));
    expect(kept.json.kept).toBe('1');
    const body = Buffer.from('{"grams":7}').toString('base64');
    expect(
      (await ask(async (_caller, input) => ({ kept: String(input.grams) }), { body, base64: true })).json.kept,
    ).toBe('7');
  });

  it.each<[string, Asked, number, string, RegExp]>([
    ['no claims', { claims: {} }, 401, 'Unauthenticated', /sign in/],
    ['an ID token', { claims: { ...MEMBER, token_use: 'id' } }, 401, 'Unauthenticated', /sign in/],
    ["another's id", { body: '{"userId":"ben"}' }, 403, 'NotYou', /yourself/],
    ['malformed JSON', { body: '{"grams":' }, 400, 'InvalidInput', /not valid JSON/],
    ['a body that is no object', { body: '[1]' }, 400, 'InvalidInput', /expected object/],
    ['a wrong field', { body: '{"grams":"many"}' }, 400, 'InvalidInput', /^grams: /],
    ['an unknown field', { body: '{"depth":10000}' }, 400, 'InvalidInput', /depth/],
    ['a wrong parameter', { pearl: 'x'.repeat(11) }, 400, 'InvalidInput', /^pearl: /],
    ['an unknown query parameter', { query: { tiny: '1' } }, 400, 'InvalidInput', /tiny/],
    ['another media type', { body: 'grams=1', type: 'text/plain' }, 415, 'UnsupportedMediaType', /application\/json/],
    ['too large a body', { body: `{"x":"${'y'.repeat(200_000)}"}` }, 413, 'BodyTooLarge', /128 KB/],
  ])('refuses %s before the handler runs', async (_, asked, statusCode, code, error) => {
    const answer = await ask(never, asked);
    expect(answer).toMatchObject({ statusCode, json: { success: false, code, requestId: 'r-1' } });
    expect(answer.json.error).toMatch(error);
  });

  it('looks at nothing of a request that has gone around the site', async () => {
    vi.stubEnv('ORIGIN_SECRET', 'shown by the site');
    const answer = await ask(never, { claims: {}, body: '{"grams":' });
    expect(answer).toMatchObject({ statusCode: 403, json: { success: false, code: 'NotThroughSite' } });
    expect(answer.body).not.toContain('shown');
  });

  it('answers a refusal with its code and its sentence', async () => {
    const answer = await ask(async () => {
      throw new InvalidInput('Pearls are round.');
    });
    expect(answer).toMatchObject({ statusCode: 400, json: { code: 'InvalidInput', error: 'Pearls are round.' } });
  });

  it.each([
    ['ThrottlingException', undefined],
    ['TransactionCanceledException', [{ Code: 'None' }, { Code: 'ThrottlingError' }]],
  ])('answers %s with 503 and Retry-After', async (name, CancellationReasons) => {
    const answer = await ask(async () => {
      throw Object.assign(new Error('slow down'), { name, CancellationReasons });
    });
    expect(answer).toMatchObject({ statusCode: 503, json: { code: 'Throttled' }, headers: { 'retry-after': '1' } });
  });

  it('tells nothing of an error of its own, and logs it', async () => {
    const error = vi.spyOn(logger, 'error').mockReturnValue();
    const answer = await ask(async () => {
      throw new Error('table fathom-secret-table is on fire');
    });
    expect(answer).toMatchObject({ statusCode: 500, json: { code: 'Internal' } });
    expect(answer.body).not.toContain('fathom-secret-table');
    expect(error).toHaveBeenCalledOnce();
  });

  it('logs no header, no token and no body', async () => {
    const lines: unknown[] = [];
    const info = vi.spyOn(logger, 'info').mockImplementation((...line) => void lines.push(line));
    await ask(async () => ({ kept: 'secret answer' }), {
      body: '{"userId":"anna"}',
      query: { shiny: 'secret question' },
    });
    info.mockRestore();
    expect(JSON.stringify(lines)).toContain('pearls-keep');
    expect(JSON.stringify(lines)).not.toMatch(/secret|anna/);
  });
});
