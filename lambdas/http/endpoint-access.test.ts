import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Access, endpoints } from '../../shared/contract/endpoint.ts';
import { InvalidInput } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { endpoint } from './endpoint.ts';

const countCall = vi.hoisted(() => vi.fn<(userId: string) => Promise<void>>());
vi.mock('./call-rate.ts', () => ({ countCall }));

const body = z.strictObject({ userId: z.string().optional() });
const response = z.object({});

function define<A extends Access>(access: A, schemas: { params?: z.ZodObject; body?: z.ZodObject }) {
  const shared = { method: 'POST', path: '/pearls', resource: 'self', summary: 'Add a pearl.', response } as const;
  return endpoints('pearls', { add: { ...shared, ...schemas, access, errors: [] } }).add;
}

const EVENT = {
  headers: { 'content-type': 'application/json', 'x-signature': 'abc' },
  body: '{"userId":"ben"}',
  isBase64Encoded: false,
  requestContext: {
    requestId: 'r-1',
    authorizer: { jwt: { claims: { sub: 'anna', username: 'Anna', token_use: 'access' } } },
  },
} as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;

async function call(handler: ReturnType<typeof endpoint>, event: object = {}) {
  const result = await handler({ ...EVENT, ...event }, {} as Context);
  return JSON.parse((result as APIGatewayProxyStructuredResultV2).body!);
}

const info = vi.spyOn(logger, 'info');
const error = vi.spyOn(logger, 'error');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  countCall.mockReset();
  info.mockReset();
  error.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('access to an endpoint', () => {
  it('passes the signed request of a provider unchanged, and counts no call', async () => {
    const run = vi.fn(async () => ({}));
    const handler = endpoint(define('provider', {}), run);
    const signed = '{ "amount": 1 , "é": 2 }';
    await call(handler, { body: signed });
    await call(handler, { body: Buffer.from(signed).toString('base64'), isBase64Encoded: true });
    const request = { headers: EVENT.headers, body: signed };
    expect(run.mock.calls).toEqual([[request], [request]]);
    expect(countCall).not.toHaveBeenCalled();
  });

  it('passes no caller to a public endpoint, even with a token, and counts no call', async () => {
    const run = vi.fn(async () => ({}));
    await call(endpoint(define('public', { body }), run));
    expect(run.mock.calls).toEqual([[undefined, { userId: 'ben' }]]);
    expect(countCall).not.toHaveBeenCalled();
  });

  it("counts a member's call before it validates the input", async () => {
    const run = vi.fn(async () => ({}));
    const handler = endpoint(define('member', { body }), run);
    await call(handler, { body: '{"userId":"anna"}' });
    await call(handler, { body: '{' });
    expect(countCall.mock.calls).toEqual([['anna'], ['anna']]);
    expect(run).toHaveBeenCalledOnce();
    countCall.mockRejectedValueOnce(new InvalidInput('Slowly.'));
    expect(await call(handler)).toMatchObject({ error: 'Slowly.' });
    expect(run).toHaveBeenCalledOnce();
  });

  it('accepts the id of another member as a path parameter, but not in the body', async () => {
    const run = vi.fn(async () => ({}));
    const event = { pathParameters: { userId: 'ben' } };
    const byPath = endpoint(define('member', { params: z.strictObject({ userId: z.string() }) }), run);
    expect(await call(byPath, event)).toMatchObject({ success: true });
    expect(run.mock.calls[0]).toEqual([{ userId: 'anna', username: 'Anna' }, { userId: 'ben' }]);
    expect(await call(endpoint(define('member', { body }), run))).toMatchObject({ code: 'NotYou' });
    expect(await call(endpoint(define('member', { body }), run), { body: '{}' })).toMatchObject({ success: true });
  });
});

describe('the log of an endpoint', () => {
  const line = (fields: object) => ['request', { endpoint: 'pearls-add', requestId: 'r-1', durationMs: 7, ...fields }];
  const takeSevenMs = async () => {
    vi.setSystemTime(Date.now() + 7);
    return {};
  };

  it('has one line with the status and the duration of each request', async () => {
    const handler = endpoint(define('public', { body }), takeSevenMs);
    await call(handler);
    await call(handler);
    expect(info.mock.calls).toEqual([line({ status: 200 }), line({ status: 200 })]);
    expect(error).not.toHaveBeenCalled();
  });

  it("has no error line for the caller's mistake", async () => {
    const run = async () => {
      await takeSevenMs();
      throw new InvalidInput('Pearls are round.');
    };
    await call(endpoint(define('public', { body }), run));
    expect(info.mock.calls).toEqual([line({ status: 400 })]);
    expect(error).not.toHaveBeenCalled();
  });

  it('has the original error of a failure', async () => {
    const failure = new Error('on fire');
    const run = async () => {
      await takeSevenMs();
      throw failure;
    };
    await call(endpoint(define('public', { body }), run));
    expect(info.mock.calls).toEqual([line({ status: 500 })]);
    expect(error.mock.calls).toEqual([['Internal', { error: failure }]]);
  });
});
