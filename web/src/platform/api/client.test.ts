import { describe, expect, it, vi } from 'vitest';
import { contractRoutes } from '../../../build/contract-routes.ts';
import { type ClientDependencies, createApi } from './client.ts';

const ok = (body: object) => new Response(JSON.stringify({ success: true, ...body }));
const gatewayUnauthorized = () => new Response('{"message":"Unauthorized"}', { status: 401 });

function apiWith(responses: (() => Response | Promise<Response>)[], tokens = ['first', 'renewed']) {
  const fetch = vi.fn(async (_url: string | URL | Request, _init?: RequestInit) => {
    const respond = responses.shift();
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  });
  const accessToken = vi.fn<ClientDependencies['accessToken']>(
    async ({ forceRefresh }) => tokens[forceRefresh ? 1 : 0],
  );
  const onSessionEnded = vi.fn();
  const api = createApi(contractRoutes(), {
    baseUrl: async () => 'https://ocean.example/api',
    accessToken,
    visit: () => 7,
    onSessionEnded,
    fetch: fetch as typeof globalThis.fetch,
  });
  return { api, fetch, accessToken, onSessionEnded };
}

describe('API client', () => {
  it('puts input fields into the path, the query, or the body, as the contract says', async () => {
    const { api, fetch } = apiWith([() => ok({}), () => ok({}), () => ok({})]);
    await api.users.get({ userId: 'a/b' });
    await api.users.batch({ userIds: 'a,b' });
    await api.files.list({ q: 'reef' });
    expect(fetch.mock.calls.map(([url]) => url)).toEqual([
      'https://ocean.example/api/users/a%2Fb',
      'https://ocean.example/api/users/batch?userIds=a%2Cb',
      'https://ocean.example/api/files/list',
    ]);
    expect(fetch.mock.calls.map(([, init]) => init?.body)).toEqual([undefined, undefined, '{"q":"reef"}']);
    expect(fetch.mock.calls[2]?.[1]?.headers).toEqual({
      authorization: 'Bearer first',
      'content-type': 'application/json',
    });
  });

  it('throws the code, message, and request id of an error response', async () => {
    const body = { success: false, error: 'No such file.', code: 'NotFound', requestId: 'r1' };
    const { api } = apiWith([() => new Response(JSON.stringify(body), { status: 404 })]);
    await expect(api.account.me({})).rejects.toMatchObject({
      status: 404,
      code: 'NotFound',
      message: 'No such file.',
      requestId: 'r1',
    });
  });

  it("throws status and text when the response isn't the API's", async () => {
    const { api } = apiWith([() => new Response('<h1>Bad Gateway</h1>', { status: 502 })]);
    await expect(api.account.me({})).rejects.toMatchObject({
      code: 'UnexpectedResponse',
      message: '502 - <h1>Bad Gateway</h1>',
      isTransient: true,
    });
  });

  it.each([429, 503])('suggests trying again later when API Gateway responds with %i', async (status) => {
    const { api } = apiWith([() => new Response('{"message":"Too Many Requests"}', { status })]);
    await expect(api.account.me({})).rejects.toMatchObject({
      status,
      code: 'Throttled',
      message: 'The ocean is crowded right now. Please try again in a moment.',
      isTransient: true,
    });
  });

  it('throws NetworkError, and keeps the session, when there is no response', async () => {
    const { api, onSessionEnded } = apiWith([]);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 0, code: 'NetworkError', isTransient: true });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('API client with a rejected token', () => {
  it('renews the token and repeats the request', async () => {
    const { api, fetch, onSessionEnded } = apiWith([gatewayUnauthorized, () => ok({ profile: { id: 'me' } })]);
    expect(await api.account.me({})).toMatchObject({ profile: { id: 'me' } });
    expect(fetch.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: 'Bearer renewed' });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('ends the session when the new token is rejected, too', async () => {
    const { api, fetch, onSessionEnded } = apiWith([gatewayUnauthorized, gatewayUnauthorized]);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onSessionEnded.mock.calls).toEqual([[7]]);
  });

  it('ends the session without a request when there is no token', async () => {
    const { api, fetch, onSessionEnded } = apiWith([], []);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).not.toHaveBeenCalled();
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });
});
