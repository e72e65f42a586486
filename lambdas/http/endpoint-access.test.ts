/**
 * Tests of what an endpoint's access (provider, public, or member) means for its requests: which caller they have,
 * which limits count them, and what is logged.
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Access, endpoints, type LimitDeclaration } from '../../shared/contract/endpoint.ts';
import { InvalidInput } from '../platform/errors.ts';
import { type Caller, markSessionChecked } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import { endpoint } from './endpoint.ts';

const countCall = vi.hoisted(() => vi.fn<(userId: string) => Promise<void>>());
vi.mock('./call-rate.ts', () => ({ countCall }));
const countUses = vi.hoisted(() => vi.fn<(actor: object, uses: object) => Promise<void>>());
vi.mock('../table/conduct.ts', () => ({ countUses }));
vi.mock('../access/viewer.ts', () => ({ loadViewerAhead: async ({ userId }: { userId: string }) => ({ userId }) }));
vi.mock('../platform/caller-hash.ts', () => ({ hashCaller: async (userId: string) => `hash of ${userId}` }));

const bodySchema = z.strictObject({ userId: z.string().optional() });
const responseSchema = z.object({});

/** The maximum size of a body, in bytes: 128 KB. */
const MAX_BODY_BYTES = 131_072;

/** Defines an endpoint with this access. */
function defineEndpoint<A extends Access>(
  access: A,
  schemas: { params?: z.ZodObject; body?: z.ZodObject },
  limit: LimitDeclaration = { none: 'An example.' },
) {
  const request = { method: 'POST', path: '/pearls', resource: 'self', summary: 'Add a pearl.' } as const;
  return endpoints('pearls', {
    add: () => ({ ...request, ...schemas, response: responseSchema, limit, access, errors: [] }),
  }).add;
}

const EVENT = {
  headers: { 'content-type': 'application/json', 'x-signature': 'abc' },
  body: '{"userId":"ben"}',
  isBase64Encoded: false,
  requestContext: {
    requestId: 'r-1',
    authorizer: { jwt: { claims: { sub: 'anna', username: 'Anna', token_use: 'access', iat: '7' } } },
  },
} as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;

/** Checks the session, as every endpoint for members must. */
const serveMember = async (caller: Caller) => {
  markSessionChecked(caller);
  return {};
};

/** Makes the next call exceed a limit that is known to be reached. The tests recognize the error by its reason. */
function refuseNextCall(): void {
  countCall.mockImplementationOnce(() => {
    throw new InvalidInput('body-missing');
  });
}

/** Calls a handler with a valid request, except for these fields. Returns the parsed response. */
async function call(handler: ReturnType<typeof endpoint>, event: object = {}) {
  const result = await handler({ ...EVENT, ...event }, {} as Context);
  return JSON.parse((result as APIGatewayProxyStructuredResultV2).body!);
}

const logInfo = vi.spyOn(logger, 'info');
const logError = vi.spyOn(logger, 'error');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  countCall.mockReset().mockResolvedValue();
  countUses.mockReset().mockResolvedValue();
  logInfo.mockReset();
  logError.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('access to an endpoint', () => {
  it('passes the signed request of a provider unchanged, and counts no call', async () => {
    const run = vi.fn(async () => ({}));
    const handler = endpoint(defineEndpoint('provider', {}), run);
    const signedBody = '{ "amount": 1 , "é": 2 }';

    await call(handler, { body: signedBody });
    await call(handler, { body: Buffer.from(signedBody).toString('base64'), isBase64Encoded: true });

    const request = { headers: EVENT.headers, body: signedBody };
    expect(run.mock.calls).toEqual([[request], [request]]);
    expect(countCall).not.toHaveBeenCalled();
  });

  it("rejects a provider's body of more than 128 KB before its signature is checked", async () => {
    const run = vi.fn(async () => ({}));
    const handler = endpoint(defineEndpoint('provider', {}), run);

    expect(await call(handler, { body: 'x'.repeat(MAX_BODY_BYTES + 1) })).toMatchObject({ code: 'BodyTooLarge' });
    expect(run).not.toHaveBeenCalled();

    expect(await call(handler, { body: 'x'.repeat(MAX_BODY_BYTES) })).toMatchObject({ success: true });
  });

  it('passes no caller to a public endpoint, even with a token, and counts no call', async () => {
    const run = vi.fn(async () => ({}));

    await call(endpoint(defineEndpoint('public', { body: bodySchema }), run));

    expect(run.mock.calls).toEqual([[undefined, { userId: 'ben' }]]);
    expect(countCall).not.toHaveBeenCalled();
  });

  it("counts a member's call before it validates the input", async () => {
    const run = vi.fn(serveMember);
    const handler = endpoint(defineEndpoint('member', { body: bodySchema }), run);

    await call(handler, { body: '{"userId":"anna"}' });
    await call(handler, { body: '{' });

    expect(countCall.mock.calls).toEqual([['anna'], ['anna']]);
    expect(run).toHaveBeenCalledOnce();

    countCall.mockRejectedValueOnce(new InvalidInput('body-missing'));
    expect(await call(handler)).toMatchObject({ params: { reason: 'body-missing' } });
    expect(run).toHaveBeenCalledOnce();
  });

  it('runs while the call is counted, but discards the result of a call above the limit', async () => {
    const run = vi.fn(serveMember);
    countCall.mockRejectedValueOnce(new InvalidInput('body-missing'));

    const response = await call(endpoint(defineEndpoint('member', { body: bodySchema }), run), { body: '{}' });

    expect(response).toMatchObject({ success: false, params: { reason: 'body-missing' } });
    expect(run).toHaveBeenCalledOnce();
  });

  it('does not run if the limit is known to be reached', async () => {
    const run = vi.fn(serveMember);
    refuseNextCall();

    const response = await call(endpoint(defineEndpoint('member', { body: bodySchema }), run), { body: '{}' });

    expect(response).toMatchObject({ params: { reason: 'body-missing' } });
    expect(run).not.toHaveBeenCalled();
  });

  it("counts only valid requests for the endpoint's limit, even if they fail", async () => {
    const run = vi.fn(async () => {
      throw new InvalidInput('nothing-to-change');
    });
    const handler = endpoint(defineEndpoint('member', { body: bodySchema }, { each: 'fileEdits' }), run);

    await call(handler, { body: '{' });
    await call(handler, { body: '{"userId":"ben"}' });
    expect(countUses).not.toHaveBeenCalled();

    expect(await call(handler, { body: '{}' })).toMatchObject({ params: { reason: 'nothing-to-change' } });
    expect(countUses.mock.calls).toEqual([[{ userId: 'anna' }, { fileEdits: 1 }]]);
  });

  it('accepts the ID of another member as a path parameter, but not in the body', async () => {
    const run = vi.fn(serveMember);
    const event = { pathParameters: { userId: 'ben' } };
    const byPath = endpoint(defineEndpoint('member', { params: z.strictObject({ userId: z.string() }) }), run);
    const byBody = endpoint(defineEndpoint('member', { body: bodySchema }), run);

    expect(await call(byPath, event)).toMatchObject({ success: true });
    expect(run.mock.calls[0]).toEqual([{ userId: 'anna', username: 'Anna', issuedAt: 7 }, { userId: 'ben' }]);

    expect(await call(byBody)).toMatchObject({ code: 'NotYou' });
    expect(await call(byBody, { body: '{}' })).toMatchObject({ success: true });
  });
});

describe('the log of an endpoint', () => {
  const buildLine = (fields: object) => [
    'request',
    { endpoint: 'pearls-add', requestId: 'r-1', durationMs: 7, ...fields },
  ];
  const takeSevenMs = async () => {
    vi.setSystemTime(Date.now() + 7);
    return {};
  };

  it('logs one line with the status and the duration of each request', async () => {
    const handler = endpoint(defineEndpoint('public', { body: bodySchema }), takeSevenMs);

    await call(handler);
    await call(handler);

    expect(logInfo.mock.calls).toEqual([buildLine({ status: 200 }), buildLine({ status: 200 })]);
    expect(logInfo.mock.calls[0]?.[1]).toHaveProperty('caller', undefined);
    expect(logError).not.toHaveBeenCalled();
  });

  it("logs the caller's pseudonym, even if the request is rejected", async () => {
    const serve = async (caller: Caller) => {
      markSessionChecked(caller);
      return takeSevenMs();
    };
    const handler = endpoint(defineEndpoint('member', { body: bodySchema }), serve);

    await call(handler, { body: '{}' });
    await call(handler, { body: '{' });
    refuseNextCall();
    await call(handler, { body: '{}' });

    expect(logInfo.mock.calls).toEqual([
      buildLine({ status: 200, caller: 'hash of anna' }),
      buildLine({ status: 400, caller: 'hash of anna', durationMs: 0 }),
      buildLine({ status: 400, caller: 'hash of anna', durationMs: 0 }),
    ]);
  });

  it("logs no error line for the caller's mistake", async () => {
    const run = async () => {
      await takeSevenMs();
      throw new InvalidInput('nothing-to-change');
    };

    await call(endpoint(defineEndpoint('public', { body: bodySchema }), run));

    expect(logInfo.mock.calls).toEqual([buildLine({ status: 400 })]);
    expect(logError).not.toHaveBeenCalled();
  });

  it('logs one error line for a failure, with the endpoint, the request, and the original error', async () => {
    const failure = new Error('on fire');
    const run = async () => {
      await takeSevenMs();
      throw failure;
    };

    await call(endpoint(defineEndpoint('public', { body: bodySchema }), run));

    expect(logInfo.mock.calls).toEqual([buildLine({ status: 500 })]);
    expect(logError.mock.calls).toEqual([['Internal', { endpoint: 'pearls-add', requestId: 'r-1', error: failure }]]);
  });
});
