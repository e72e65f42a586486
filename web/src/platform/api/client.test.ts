import { describe, expect, it, vi } from 'vitest';
import { contractRoutes } from '../../../build/contract-routes.ts';
import { createApi, type Surroundings } from './client.ts';

const ok = (body: object) => new Response(JSON.stringify({ success: true, ...body }));
const gatewayRefusal = () => new Response('{"message":"Unauthorized"}', { status: 401 });

function apiThat(answers: (() => Response | Promise<Response>)[], tokens = ['first', 'renewed']) {
  const fetch = vi.fn(async (_url: string | URL | Request, _init?: RequestInit) => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  const accessToken = vi.fn<Surroundings['accessToken']>(async ({ forceRefresh }) => tokens[forceRefresh ? 1 : 0]);
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

describe('a call', () => {
  it('sends path parameters, query and body where the contract wants them', async () => {
    const { api, fetch } = apiThat([() => ok({}), () => ok({}), () => ok({})]);
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

  it('gives the code, the sentence and the request id of an error answer', async () => {
    const body = { success: false, error: 'No such file.', code: 'NotFound', requestId: 'r1' };
    const { api } = apiThat([() => new Response(JSON.stringify(body), { status: 404 })]);
    await expect(api.account.me({})).rejects.toMatchObject({
      status: 404,
      code: 'NotFound',
      message: 'No such file.',
      requestId: 'r1',
    });
  });

  it('states status and text when the answer is not one of the API', async () => {
    const { api } = apiThat([() => new Response('<h1>Bad Gateway</h1>', { status: 502 })]);
    await expect(api.account.me({})).rejects.toMatchObject({
      code: 'UnexpectedAnswer',
      message: '502 - <h1>Bad Gateway</h1>',
      isPassing: true,
    });
  });

  it.each([429, 503])('asks for patience when the gateway itself turns it down with %i', async (status) => {
    const { api } = apiThat([() => new Response('{"message":"Too Many Requests"}', { status })]);
    await expect(api.account.me({})).rejects.toMatchObject({
      status,
      code: 'Throttled',
      message: 'The ocean is crowded right now. Please try again in a moment.',
      isPassing: true,
    });
  });

  it('says in a plain sentence that nothing answered', async () => {
    const { api, onSessionEnded } = apiThat([]);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 0, code: 'NetworkError', isPassing: true });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('a refused token', () => {
  it('is renewed once, and the call repeated', async () => {
    const { api, fetch, onSessionEnded } = apiThat([gatewayRefusal, () => ok({ profile: { id: 'me' } })]);
    expect(await api.account.me({})).toMatchObject({ profile: { id: 'me' } });
    expect(fetch.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: 'Bearer renewed' });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('ends the session when the new one is refused too', async () => {
    const { api, fetch, onSessionEnded } = apiThat([gatewayRefusal, gatewayRefusal]);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onSessionEnded.mock.calls).toEqual([[7]]);
  });

  it('ends the session without a call when there is none', async () => {
    const { api, fetch, onSessionEnded } = apiThat([], []);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).not.toHaveBeenCalled();
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });
});
