/**
 * Tests of the route `$default`, which receives the requests that match no endpoint: another method of a path, or an
 * unknown path.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { logger } from '../platform/logger.ts';
import { type ContractRoute, unmatchedRequest } from './unmatched-request.ts';

const buildRoute = (method: ContractRoute['method'], path: string): ContractRoute => ({
  method,
  path,
  inProduction: true,
});

const handler = unmatchedRequest([
  buildRoute('POST', '/api/pearls'),
  buildRoute('GET', '/api/pearls'),
  buildRoute('GET', '/api/pearls/batch'),
  buildRoute('DELETE', '/api/pearls/{pearl}'),
  buildRoute('GET', '/api/pearls/{pearl}/divers'),
  { ...buildRoute('POST', '/api/test-pearl'), inProduction: false },
]);

const buildEvent = (method: string, path: string) =>
  ({ rawPath: path, headers: {}, requestContext: { requestId: 'r-1', http: { method } } }) as unknown as Parameters<
    typeof handler
  >[0];

/** Sends a request to the handler. Returns the status, the headers, and the fields of the body. */
async function send(method: string, path: string, overrides: Partial<APIGatewayProxyEventV2> = {}) {
  const { statusCode, headers, body } = await handler({ ...buildEvent(method, path), ...overrides });
  return { status: statusCode, headers, ...JSON.parse(body!) };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('unmatchedRequest', () => {
  it('responds to another method of a path with 405 and the methods of the path', async () => {
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

  it.each<[method: string, path: string, allow: string]>([
    ['GET', '/api/pearls/big', 'DELETE'],
    ['POST', '/api/pearls/big/divers', 'GET'],
    ['POST', '/api/pearls/a%2Fb', 'DELETE'],
    ['POST', '/api/pearls/big/', 'DELETE'],
    ['POST', '/api/pearls/batch', 'DELETE, GET'],
    // These methods have no routes: API Gateway treats HEAD like any other method, and responds to OPTIONS only with a
    // CORS configuration.
    ['HEAD', '/api/pearls', 'GET, POST'],
    ['OPTIONS', '/api/pearls', 'GET, POST'],
  ])('responds to %s %s with 405 and the methods %s', async (method, path, allow) => {
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

  it("responds with 404 to a path's own method if API Gateway does not accept the spelling of the path", async () => {
    expect(await send('GET', '/api/pearls/')).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('responds with 405 to the path of an endpoint for tests only on stages that have it', async () => {
    expect(await send('GET', '/api/test-pearl')).toMatchObject({ status: 404 });

    vi.stubEnv('TEST_ENDPOINTS', 'on');
    expect(await send('GET', '/api/test-pearl')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('rejects requests that bypass CloudFront, without naming methods', async () => {
    const stageVariables = { [ORIGIN_SECRET_VARIABLE]: 'secret' };
    const { status, code, headers } = await send('PUT', '/api/pearls', { stageVariables });
    expect([status, code, headers.allow]).toEqual([403, 'NotThroughSite', undefined]);

    const throughCloudFront = { stageVariables, headers: { [ORIGIN_HEADER]: 'secret' } };
    expect(await send('PUT', '/api/pearls', throughCloudFront)).toMatchObject({ status: 405 });
  });

  it('logs one line with the status, without the path and the caller', async () => {
    const info = vi.spyOn(logger, 'info').mockImplementation(() => {});

    await send('PUT', '/api/pearls/ann@fathom.example', { headers: { authorization: 'Bearer token' } });

    expect(info.mock.calls).toEqual([
      ['request', { endpoint: 'unmatched-request', requestId: 'r-1', status: 405, durationMs: expect.any(Number) }],
    ]);
  });

  it('responds to each path of the contract with 405 and its methods', async () => {
    const contractHandler = unmatchedRequest(allEndpoints.map(({ method, path }) => buildRoute(method, `/api${path}`)));

    for (const { method, path } of allEndpoints) {
      // No endpoint has this method.
      const event = buildEvent('PROPFIND', `/api${path.replaceAll(/\{\w+\}/g, 'x')}`);
      const { statusCode, headers } = await contractHandler(event);

      expect([statusCode, String(headers?.allow).split(', ')], path).toEqual([405, expect.arrayContaining([method])]);
    }
  });
});
