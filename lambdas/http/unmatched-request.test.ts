import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { logger } from '../platform/logger.ts';
import { type ContractRoute, unmatchedRequest } from './unmatched-request.ts';

const route = (method: ContractRoute['method'], path: string, inProduction = true): ContractRoute => ({
  method,
  path,
  inProduction,
});

const handler = unmatchedRequest([
  route('POST', '/api/pearls'),
  route('GET', '/api/pearls'),
  route('GET', '/api/pearls/batch'),
  route('DELETE', '/api/pearls/{pearl}'),
  route('GET', '/api/pearls/{pearl}/divers'),
  route('POST', '/api/test-pearl', false),
]);

const eventOf = (method: string, path: string) =>
  ({ rawPath: path, headers: {}, requestContext: { requestId: 'r-1', http: { method } } }) as unknown as Parameters<
    typeof handler
  >[0];

async function send(method: string, path: string, overrides: Partial<APIGatewayProxyEventV2> = {}) {
  const { statusCode, headers, body } = await handler({ ...eventOf(method, path), ...overrides });
  return { status: statusCode, headers, ...JSON.parse(body!) };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('unmatchedRequest', () => {
  it('responds with 405 and the methods of a path to another method', async () => {
    expect(await send('PUT', '/api/pearls')).toEqual({
      status: 405,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        allow: 'GET, POST',
      },
      success: false,
      error: 'This address accepts other methods only: GET, POST.',
      code: 'MethodNotAllowed',
      params: { allowed: ['GET', 'POST'] },
      requestId: 'r-1',
    });
  });

  it.each([
    ['GET', '/api/pearls/big', 'DELETE'],
    ['POST', '/api/pearls/big/divers', 'GET'],
    ['POST', '/api/pearls/a%2Fb', 'DELETE'],
    ['POST', '/api/pearls/big/', 'DELETE'],
    ['POST', '/api/pearls/batch', 'DELETE, GET'],
    // Neither method has a route: API Gateway answers HEAD like any other method, and OPTIONS only with a CORS configuration.
    ['HEAD', '/api/pearls', 'GET, POST'],
    ['OPTIONS', '/api/pearls', 'GET, POST'],
  ])('allows the methods of %s %s: %s', async (method, path, allow) => {
    const { status, headers, code } = await send(method, path);
    expect([status, code, headers.allow]).toEqual([405, 'MethodNotAllowed', allow]);
  });

  it.each([
    '/api/coral',
    '/api/pearls/big/divers/1',
    '/api/pearls//divers',
    '/api//pearls',
    '/pearls',
    '/api',
    '/',
    '/api/{pearl}',
    '/API/PEARLS',
  ])('responds with 404 to the unknown path %s', async (path) => {
    const { headers, ...response } = await send('POST', path);
    expect(response).toEqual({
      status: 404,
      success: false,
      error: "This address doesn't exist. Please check it.",
      code: 'NotFound',
      params: { item: 'path' },
      requestId: 'r-1',
    });
    expect(headers).not.toHaveProperty('allow');
  });

  it("responds with 404 to a path's own method, if API Gateway does not accept the spelling of the path", async () => {
    expect(await send('GET', '/api/pearls/')).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('knows endpoints for tests only on stages that have them', async () => {
    expect(await send('GET', '/api/test-pearl')).toMatchObject({ status: 404 });
    vi.stubEnv('TEST_ENDPOINTS', 'on');
    expect(await send('GET', '/api/test-pearl')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('rejects requests that bypass the site, without naming methods', async () => {
    vi.stubEnv('ORIGIN_CHECK', 'on');
    const stageVariables = { [ORIGIN_SECRET_VARIABLE]: 'secret' };
    const { status, code, headers } = await send('PUT', '/api/pearls', { stageVariables });
    expect([status, code, headers.allow]).toEqual([403, 'NotThroughSite', undefined]);

    const throughSite = { stageVariables, headers: { [ORIGIN_HEADER]: 'secret' } };
    expect(await send('PUT', '/api/pearls', throughSite)).toMatchObject({ status: 405 });
  });

  it('logs one line with the status, and without the path and the caller, which it does not know', async () => {
    const info = vi.spyOn(logger, 'info').mockImplementation(() => {});
    await send('PUT', '/api/pearls/ann@fathom.example', { headers: { authorization: 'Bearer token' } });
    expect(info.mock.calls).toEqual([
      ['request', { endpoint: 'unmatched-request', requestId: 'r-1', status: 405, durationMs: expect.any(Number) }],
    ]);
  });

  it('responds with 405 to each path of the contract, and its methods', async () => {
    const ofContract = unmatchedRequest(allEndpoints.map(({ method, path }) => route(method, `/api${path}`)));
    for (const { method, path } of allEndpoints) {
      const { statusCode, headers } = await ofContract(eventOf('PROPFIND', `/api${path.replaceAll(/\{\w+\}/g, 'x')}`));
      expect([statusCode, String(headers?.allow).split(', ')], path).toEqual([405, expect.arrayContaining([method])]);
    }
  });
});
