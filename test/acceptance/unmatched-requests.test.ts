import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { type ApiResponse, Member, sendRequest } from '../support/member.ts';

const { unsupported } = inject('target');

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Replaces each placeholder of a path. */
const ID = 'someone';

let member: Member;
beforeAll(async () => {
  member = await Member.register();
});

/** Sends a request without a token, and one with a member's token. Returns both responses. */
async function sendBoth(method: string, path: string): Promise<readonly ApiResponse[]> {
  const body = method === 'GET' || method === 'HEAD' ? undefined : '{}';
  return [
    await sendRequest(method, path, { body }),
    await sendRequest(method, path, { body, token: member.tokens.access }),
  ];
}

describe('a known path', () => {
  it.each([
    ['DELETE', '/me', 'GET'],
    ['GET', '/files/list', 'POST'],
    ['PUT', `/users/${ID}`, 'GET'],
    ['PATCH', `/posts/${ID}/comments`, 'GET, POST'],
    ['GET', '/credentials/register', 'POST'],
    ['GET', '/stripe/webhook', 'POST'],
    ['HEAD', '/me', 'GET'],
  ])(
    'returns 405 for the wrong method of a known path: %s %s, allowed: %s, with and without a token',
    async (method, path, allow) => {
      for (const { status, headers, body } of await sendBoth(method, path)) {
        expect([status, headers.get('allow')]).toEqual([405, allow]);
        if (method === 'HEAD') continue;
        expect(body).toEqual({
          success: false,
          error: `This address accepts other methods only: ${allow}.`,
          code: 'MethodNotAllowed',
          params: { allowed: allow.split(', ') },
          requestId: expect.stringMatching(/./),
        });
      }
    },
  );

  it('returns 405 with the allowed methods on every path of the contract', async () => {
    for (const path of new Set(allEndpoints.map((endpoint) => endpoint.path.replaceAll(/\{\w+\}/g, ID)))) {
      const declaredMethods = allEndpoints
        .filter((endpoint) => isPathOf(endpoint.path, path))
        .map(({ method }) => method);
      const allow = [...new Set(declaredMethods)].toSorted().join(', ');
      // Every path lacks at least one method.
      const wrongMethod = METHODS.find((method) => !(declaredMethods as string[]).includes(method))!;

      const { status, headers } = await sendRequest(wrongMethod, path);
      expect([status, headers.get('allow')], `${wrongMethod} ${path}`).toEqual([405, allow]);
    }
  });

  it.skipIf(unsupported.optionsRequests)('returns 405 without CORS headers for a preflight request', async () => {
    const { status, headers } = await sendRequest('OPTIONS', '/me', {
      headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
    });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('an unknown path', () => {
  it.each([
    ['GET', '/nowhere'],
    ['POST', '/files/nowhere'],
    ['DELETE', `/users/${ID}/posts/1`],
  ])('returns 404 for an unknown path, with and without a token: %s %s', async (method, path) => {
    for (const { status, headers, body } of await sendBoth(method, path)) {
      expect([status, headers.get('allow')]).toEqual([404, null]);
      expect(body).toEqual({
        success: false,
        error: "This address doesn't exist. Please check it.",
        code: 'NotFound',
        params: { item: 'path' },
        requestId: expect.stringMatching(/./),
      });
    }
  });
});

/** Returns whether a path has the segments of an endpoint's path. */
function isPathOf(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
