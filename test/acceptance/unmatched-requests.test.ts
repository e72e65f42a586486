/** Tests of requests that no endpoint matches: 405 for a known path, 404 for an unknown one. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { type ApiResponse, sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';

const { unsupported } = inject('target');

/** The methods that endpoints may have. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const PLACEHOLDERS = /\{\w+\}/g;

/** The value of every placeholder in a path. */
const PLACEHOLDER_VALUE = 'someone';

let member: Member;

beforeAll(async () => {
  member = await Member.register();
});

/** Sends a request without a token, and one with a member's token. Returns both responses. */
async function sendWithoutAndWithToken(method: string, path: string): Promise<readonly ApiResponse[]> {
  const body = method === 'GET' || method === 'HEAD' ? undefined : '{}';
  return [
    await sendRequest(method, path, { body }),
    await sendRequest(method, path, { body, token: member.tokens.access }),
  ];
}

/** Returns whether a path matches an endpoint's path, whose placeholders stand for any value. */
function matchesPattern(path: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll(PLACEHOLDERS, '[^/]+')}$`).test(path);
}

describe('a known path', () => {
  it.each<[method: string, path: string, allowedMethods: string]>([
    ['DELETE', '/me', 'GET'],
    ['GET', '/files/list', 'POST'],
    ['PUT', `/users/${PLACEHOLDER_VALUE}`, 'GET'],
    ['PATCH', `/posts/${PLACEHOLDER_VALUE}/comments`, 'GET, POST'],
    ['GET', '/credentials/register', 'POST'],
    ['GET', '/stripe/webhook', 'POST'],
  ])(
    'returns 405 for the wrong method of a known path: %s %s, allowed: %s, with and without a token',
    async (method, path, allowedMethods) => {
      for (const { status, headers, body } of await sendWithoutAndWithToken(method, path)) {
        expect([status, headers.get('allow')]).toEqual([405, allowedMethods]);
        expect(body).toEqual({
          success: false,
          error: `This address accepts other methods only: ${allowedMethods}.`,
          code: 'MethodNotAllowed',
          params: { allowed: allowedMethods.split(', ') },
          requestId: expect.stringMatching(/./),
        });
      }
    },
  );

  it('returns 405 for HEAD, with and without a token', async () => {
    for (const { status, headers } of await sendWithoutAndWithToken('HEAD', '/me')) {
      expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  it('returns 405 with the allowed methods on every path of the contract', async () => {
    const paths = new Set(allEndpoints.map((endpoint) => endpoint.path.replaceAll(PLACEHOLDERS, PLACEHOLDER_VALUE)));

    for (const path of paths) {
      // The paths of several endpoints can match, such as /users/batch and /users/{userId}.
      const declaredMethods: string[] = allEndpoints
        .filter((endpoint) => matchesPattern(path, endpoint.path))
        .map(({ method }) => method);
      const allowedMethods = [...new Set(declaredMethods)].toSorted().join(', ');
      // Every path lacks at least one method.
      const wrongMethod = METHODS.find((method) => !declaredMethods.includes(method))!;

      const { status, headers } = await sendRequest(wrongMethod, path);
      expect([status, headers.get('allow')], `${wrongMethod} ${path}`).toEqual([405, allowedMethods]);
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
    ['DELETE', `/users/${PLACEHOLDER_VALUE}/posts/1`],
  ])('returns 404 for an unknown path, with and without a token: %s %s', async (method, path) => {
    for (const { status, headers, body } of await sendWithoutAndWithToken(method, path)) {
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
