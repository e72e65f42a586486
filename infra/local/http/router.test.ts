/** Tests of the local HTTP API's routing: like API Gateway, it prefers the most specific route. */
import { describe, expect, it } from 'vitest';
import { matchRoute, parseRouteKey } from './router.ts';

const ROUTES = [
  'GET /api/users/{userId}',
  'GET /api/users/batch',
  'GET /api/users/{userId}/posts',
  'POST /api/files/list',
  'ANY /api/files/list',
  'ANY /{proxy+}',
].map(parseRouteKey);

const match = (method: string, path: string) => {
  const result = matchRoute(ROUTES, method, path);
  return result && { key: result.route.key, parameters: result.parameters };
};

describe('matchRoute', () => {
  it.each([
    ['GET', '/api/users/batch', 'GET /api/users/batch', {}],
    ['GET', '/api/users/ann', 'GET /api/users/{userId}', { userId: 'ann' }],
    ['GET', '/api/users/a%20n%2Fn', 'GET /api/users/{userId}', { userId: 'a n/n' }],
    ['GET', '/api/users/ann/posts', 'GET /api/users/{userId}/posts', { userId: 'ann' }],
    ['GET', '/api/users/ann/', 'GET /api/users/{userId}', { userId: 'ann' }],
    ['POST', '/api/files/list', 'POST /api/files/list', {}],
    ['PUT', '/api/files/list', 'ANY /api/files/list', {}],
    ['PUT', '/some/thing', 'ANY /{proxy+}', { proxy: 'some/thing' }],
  ])('routes %s %s to %s', (method, path, key, parameters) => {
    expect(match(method, path)).toEqual({ key, parameters });
  });

  it('returns undefined if no route matches', () => {
    const routesWithoutProxy = ROUTES.slice(0, 4);
    expect(matchRoute(routesWithoutProxy, 'DELETE', '/api/users/ann')).toBeUndefined();
    expect(matchRoute(routesWithoutProxy, 'GET', '/api/users')).toBeUndefined();
    expect(matchRoute(routesWithoutProxy, 'GET', '/api/users/ann/posts/1')).toBeUndefined();
  });

  it.each([
    ['DELETE', '/api/users/ann'],
    ['OPTIONS', '/api/files/list'],
    ['GET', '/some/thing'],
    ['GET', '/'],
  ])('routes %s %s to $default if no other route matches, without parameters', (method, path) => {
    const routesWithDefault = [parseRouteKey('$default'), ...ROUTES.slice(0, 4)];
    const result = matchRoute(routesWithDefault, method, path);
    expect([result?.route.key, result?.parameters]).toEqual(['$default', {}]);
    expect(matchRoute(routesWithDefault, 'GET', '/api/users/ann')?.route.key).toBe('GET /api/users/{userId}');
  });

  it('keeps path parameters with invalid percent-encoding unchanged', () => {
    expect(match('GET', '/api/users/%E0%A4%A')).toMatchObject({ parameters: { userId: '%E0%A4%A' } });
  });
});

it('rejects unsupported route keys', () => {
  expect(() => parseRouteKey('$connect')).toThrow('$connect');
});
