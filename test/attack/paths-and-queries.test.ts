/** Hostile spellings of paths, methods, headers, and queries. None may bypass the token or reach another endpoint. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { countCases } from './support/attack-counts.ts';
import { expectRejection } from './support/expected-response.ts';
import { sendRaw, siteOrigin } from './support/raw-request.ts';

const apiPath = new URL(inject('target').config.apiUrl).pathname;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'];

let caller: Member;

beforeAll(async () => {
  caller = await Member.register();
  await caller.ensureProfile();
});

/** Spellings of a path that some servers treat as the same path. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  (path) => path.replace('/api/', '/api/%2e/'),
  (path) => path.replace('/api/', '/media/../api/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path};x=y`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}%2f..%2fme`,
  (path) => path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
];

const memberPaths = [...new Set(allEndpoints.filter(({ access }) => access === 'member').map(({ path }) => path))];

/** Returns whether a path matches a pattern, as `/users/delete` matches `/users/{userId}`. */
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

describe.each(memberPaths)('%s', (template) => {
  const path = `${apiPath}${template.replaceAll(/\{\w+\}/g, 'x')}`;
  const declaredMethods = allEndpoints
    .filter((endpoint) => matches(endpoint.path, template))
    .map(({ method }) => method as string);

  it('requires a token in every spelling of the path', async () => {
    for (const spell of SPELLINGS) {
      for (const method of declaredMethods) {
        const headers = { 'content-type': 'application/json' };
        const response = await sendRaw(siteOrigin(), spell(path), { method, headers });

        expect(response.status, `${method} ${spell(path)}`).toBeLessThan(500);
        // A path outside the API is a page of the app.
        expect(response.body, `${method} ${spell(path)}`).not.toContain('"success":true');
      }
    }
  });

  it("rejects methods that the path doesn't declare", async () => {
    for (const method of METHODS.filter((candidate) => !declaredMethods.includes(candidate))) {
      const response = await sendRaw(siteOrigin(), path, {
        method,
        headers: { authorization: `Bearer ${caller.tokens.access}` },
      });
      // CloudFront returns 403 for methods that it doesn't forward.
      if (method === 'PROPFIND' && response.status === 403) continue;
      expect([response.status, response.headers.allow], `${method} ${path}`).toEqual([
        405,
        [...new Set(declaredMethods)].toSorted().join(', '),
      ]);
    }
  });
});

describe('headers', () => {
  it.each([
    ['x-http-method-override', 'DELETE'],
    ['x-method-override', 'DELETE'],
    ['x-original-url', '/api/users/delete'],
    ['x-rewrite-url', '/api/users/delete'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-amzn-oidc-identity', 'admin'],
    ['x-user-id', 'admin'],
    ['x-fathom-origin', 'guess'],
  ])('%s neither identifies a caller nor changes the endpoint', async (name, value) => {
    countCases();
    const anonymousResponse = await sendRequest('GET', '/me', { headers: { [name]: value } });
    expectRejection(anonymousResponse, [401, 403], name);

    const meResponse = await sendRequest('GET', '/me', { token: caller.tokens.access, headers: { [name]: value } });
    expect([meResponse.status, (meResponse.body as { profile?: { id: string } }).profile?.id]).toEqual([
      200,
      caller.userId,
    ]);
  });
});

describe('queries', () => {
  it.each([
    ['a repeated limit', 'limit=1&limit=2'],
    ['a limit as a list', 'limit[]=1'],
    ['a limit as an object', 'limit[$gt]=1'],
    ['an empty limit', 'limit='],
    ['a limit with a null character', 'limit=1%00'],
    ['an infinite limit', 'limit=Infinity'],
    ['a limit beyond all numbers', 'limit=1e999'],
    ['a fraction', 'limit=1.5'],
    ['a repeated cursor', 'cursor=a&cursor=b'],
    ['an undeclared parameter', 'admin=1'],
    ['a name that is a constructor', 'constructor=x'],
  ])('rejects queries with %s', async (_, query) => {
    for (const { path } of [contract.posts.list, contract.users.list, contract.account.depthLog]) {
      countCases();
      const response = await sendRequest('GET', `${path}?${query}`, { token: caller.tokens.access });
      expectRejection(response, [400], query);
    }
  });

  it('returns 200 or 400 for queries with broken percent-encoding', async () => {
    for (const query of ['%', 'limit=%', 'limit=%zz', 'q=%ff%fe', 'q=%c0%af', 'q=%ed%a0%80']) {
      const { status } = await sendRaw(siteOrigin(), `${apiPath}/users?${query}`, {
        headers: { authorization: `Bearer ${caller.tokens.access}` },
      });
      // Invalid UTF-8 in a search text arrives as a replacement character, which no name contains.
      expect([200, 400], query).toContain(status);
    }
  });
});
