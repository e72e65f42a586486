/**
 * Tests of the client of the API: how it builds requests, reads errors, and repeats requests after transient errors.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildContractRoutes } from '../../../build/contract-routes.ts';
import { type ClientDependencies, createApi } from './client.ts';

/** The number of attempts for a request that fails with a transient error. */
const MAX_ATTEMPTS = 3;

/** Responds with a success. */
const respondOk = (body: object) => new Response(JSON.stringify({ success: true, ...body }));

/** Rejects a token as our functions do. */
const rejectDeletedAccount = () =>
  new Response('{"code":"Unauthenticated","error":"This account has been deleted."}', { status: 401 });

/** Rejects a token as API Gateway does, whose errors have no code. */
const rejectAtGateway = () => new Response('{"message":"Unauthorized"}', { status: 401 });

/** The number of the current visit. */
const VISIT = 7;

interface ClientOptions {
  /** The tokens of the user pool: the stored one, and the one after a forced refresh. */
  readonly tokens?: readonly string[];
  readonly isOnline?: boolean;
}

/** Creates a client whose requests receive these responses in turn, and then lose the connection. */
function createClient(responses: (() => Response | Promise<Response>)[], options: ClientOptions = {}) {
  const { tokens = ['first', 'renewed'], isOnline = true } = options;
  const fetch = vi.fn(async (_url: string | URL | Request, _init?: RequestInit) => {
    const respond = responses.shift();
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  });

  const accessToken = vi.fn<ClientDependencies['accessToken']>(
    async ({ forceRefresh }) => tokens[forceRefresh ? 1 : 0],
  );
  const onSessionEnded = vi.fn();
  const wait = vi.fn(async (_milliseconds: number) => {});

  const api = createApi(buildContractRoutes(), {
    baseUrl: 'https://ocean.example/api',
    accessToken,
    visit: () => VISIT,
    onSessionEnded,
    fetch: fetch as typeof globalThis.fetch,
    retry: { isOnline: () => isOnline, wait, random: () => 0 },
  });

  return {
    api,
    fetch,
    accessToken,
    onSessionEnded,
    waits: () => wait.mock.calls.map(([milliseconds]) => milliseconds),
  };
}

afterEach(() => vi.restoreAllMocks());

describe('API client', () => {
  it('puts input fields into the path, the query, or the body, as the contract says', async () => {
    const { api, fetch } = createClient([() => respondOk({}), () => respondOk({}), () => respondOk({})]);
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

  it('uses the token of a call, and leaves its rejection to the caller', async () => {
    const { api, fetch, accessToken, onSessionEnded } = createClient([rejectDeletedAccount]);
    await expect(api.credentials.signOutEverywhere({}, { token: 'own' })).rejects.toMatchObject({
      code: 'Unauthenticated',
    });

    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer own' });
    expect(fetch).toHaveBeenCalledOnce();
    expect(accessToken).not.toHaveBeenCalled();
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('throws the code, message, and request ID of an error response', async () => {
    const body = { success: false, error: 'No such file.', code: 'NotFound', requestId: 'r1' };
    const { api } = createClient([() => new Response(JSON.stringify(body), { status: 404 })]);

    await expect(api.account.me({})).rejects.toMatchObject({
      status: 404,
      code: 'NotFound',
      message: 'No such file.',
      requestId: 'r1',
    });
  });

  it("throws status and text when the response isn't the API's", async () => {
    const { api } = createClient(
      Array.from({ length: MAX_ATTEMPTS }, () => () => new Response('Bad Gateway', { status: 502 })),
    );

    await expect(api.account.me({})).rejects.toMatchObject({
      code: 'UnexpectedResponse',
      message: '502 - Bad Gateway',
      isTransient: true,
    });
  });

  it.each([
    ['HTML', 403, '<!DOCTYPE html><title>Forbidden</title>'],
    ['HTML in JSON', 403, '{"message":"<h1>Forbidden</h1>"}'],
    ['a long text', 403, 'Forbidden '.repeat(21)],
    ['empty', 403, ''],
    ['JSON without a message', 403, '{"fault":"Forbidden"}'],
    ['broken JSON', 200, '{"success":true,"profile":{"id"'],
    ['an empty object', 200, '{}'],
    ['a plain text', 200, 'Welcome to our network'],
  ])('logs the beginning of a response that is %s, instead of quoting it in the message', async (_, status, text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = createClient([() => new Response(text, { status })]);

    await expect(api.account.me({})).rejects.toMatchObject({
      status,
      code: 'UnexpectedResponse',
      message: `${status} - Please try again in a moment.`,
      isOutcomeUnknown: status === 200,
    });

    expect(log.mock.calls).toEqual([[`Unexpected response ${status}: ${text.slice(0, 200)}`]]);
  });

  it.each([429, 503])('suggests trying again later when API Gateway responds with %i', async (status) => {
    const { api } = createClient(
      Array.from({ length: MAX_ATTEMPTS }, () => () => new Response('{"message":"Too Many Requests"}', { status })),
    );

    await expect(api.account.me({})).rejects.toMatchObject({
      status,
      code: 'Throttled',
      message: 'The ocean is crowded right now. Please try again in a moment.',
      isTransient: true,
    });
  });

  it.each([
    ["can't be reached", 'NetworkError', 'NetworkError'],
    ['is busy', 'TooManyRequestsException', 'Unavailable'],
    ["blocks the member's network", 'ForbiddenException', 'Unavailable'],
  ])('repeats a call, and keeps the session, when the user pool %s', async (_, name, code) => {
    const { api, accessToken, fetch, onSessionEnded } = createClient([]);
    accessToken.mockRejectedValue(Object.assign(new Error("Amplify's own message"), { name }));

    await expect(api.account.me({})).rejects.toMatchObject({ name: 'ApiError', code, isTransient: true });

    expect(accessToken).toHaveBeenCalledTimes(MAX_ATTEMPTS);
    expect(fetch).not.toHaveBeenCalled();
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('repeats a request whose connection breaks in the middle of the response, then throws NetworkError', async () => {
    const breakOff = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('lost')) }));
    const { api, fetch } = createClient(Array.from({ length: MAX_ATTEMPTS }, () => breakOff));

    await expect(api.account.me({})).rejects.toMatchObject({ status: 0, code: 'NetworkError', isTransient: true });

    expect(fetch).toHaveBeenCalledTimes(MAX_ATTEMPTS);
  });

  it('throws NetworkError, and keeps the session, when there is no response', async () => {
    const { api, onSessionEnded } = createClient([]);
    await expect(api.account.me({})).rejects.toMatchObject({ status: 0, code: 'NetworkError', isTransient: true });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

/** Returns a responder with this status and error code. */
const failWith = (status: number, code: string, headers = {}) => {
  const body = JSON.stringify({ success: false, error: 'Not now.', code, requestId: 'r1' });
  return () => new Response(body, { status, headers });
};

describe('API client after a transient error', () => {
  it.each([
    ['Throttled', failWith(503, 'Throttled')],
    ['Unavailable', failWith(503, 'Unavailable')],
    ['TooManyCalls', failWith(429, 'TooManyCalls', { 'retry-after': '2' })],
    ["a gateway's error", () => new Response('{"message":"Service Unavailable"}', { status: 502 })],
    [
      'a lost connection',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('repeats the request after %s', async (_, fail) => {
    const { api, fetch } = createClient([fail, fail, () => respondOk({ profile: { id: 'me' } })]);
    expect(await api.account.me({})).toMatchObject({ profile: { id: 'me' } });
    expect(fetch).toHaveBeenCalledTimes(MAX_ATTEMPTS);
  });

  it('throws the error of the third attempt', async () => {
    const { api, fetch } = createClient(Array.from({ length: MAX_ATTEMPTS + 1 }, () => failWith(503, 'Unavailable')));
    await expect(api.account.me({})).rejects.toMatchObject({ code: 'Unavailable', isTransient: true });
    expect(fetch).toHaveBeenCalledTimes(MAX_ATTEMPTS);
  });

  it('waits as long as Retry-After says', async () => {
    const { api, waits } = createClient([failWith(503, 'Throttled', { 'retry-after': '4' }), () => respondOk({})]);
    await api.account.me({});
    expect(waits()).toEqual([4000]);
  });

  it('throws the error if Retry-After is longer than five seconds', async () => {
    const { api, fetch } = createClient([failWith(429, 'TooManyCalls', { 'retry-after': '23' }), () => respondOk({})]);
    await expect(api.account.me({})).rejects.toMatchObject({ code: 'TooManyCalls', retryAfterSeconds: 23 });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('throws the error immediately if the browser is offline', async () => {
    const { api, fetch } = createClient([], { isOnline: false });
    await expect(api.account.me({})).rejects.toMatchObject({ code: 'NetworkError' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it.each([
    [500, 'Internal'],
    [409, 'Conflict'],
    [404, 'NotFound'],
  ])('does not repeat a request after the final error %i %s', async (status, code) => {
    const { api, fetch } = createClient([failWith(status, code), () => respondOk({})]);
    await expect(api.account.me({})).rejects.toMatchObject({ code, isTransient: false });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('does not repeat a request that its caller repeats', async () => {
    const { api, fetch } = createClient([failWith(503, 'Unavailable'), () => respondOk({})]);
    await expect(api.account.me({}, { retries: 'caller' })).rejects.toMatchObject({ code: 'Unavailable' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('repeats the creation of an item with the same idempotency key', async () => {
    const { api, fetch } = createClient([failWith(503, 'Unavailable'), () => respondOk({ post: {} })]);
    await api.posts.create({ userId: 'me', content: 'Ahoy', idempotencyKey: 'post-0001' });

    expect(fetch).toHaveBeenCalledTimes(2);
    expect(fetch.mock.calls[0]?.[1]?.body).toBe(fetch.mock.calls[1]?.[1]?.body);
  });

  it('does not repeat the creation of an item without an idempotency key', async () => {
    const { api, fetch } = createClient([failWith(503, 'Unavailable'), () => respondOk({ post: {} })]);
    const creation = api.posts.create({ userId: 'me', content: 'Ahoy' });

    await expect(creation).rejects.toMatchObject({ code: 'Unavailable' });
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe('API client with a rejected token', () => {
  it('renews the token and repeats the request', async () => {
    const { api, fetch, onSessionEnded } = createClient([rejectAtGateway, () => respondOk({ profile: { id: 'me' } })]);

    expect(await api.account.me({})).toMatchObject({ profile: { id: 'me' } });
    expect(fetch.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: 'Bearer renewed' });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('ends the session when the API also rejects the new token', async () => {
    const { api, fetch, onSessionEnded } = createClient([rejectAtGateway, rejectDeletedAccount]);

    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onSessionEnded.mock.calls).toEqual([[VISIT]]);
  });

  it('keeps the session while API Gateway rejects new tokens, and repeats the request', async () => {
    const rejections = Array.from({ length: 2 * MAX_ATTEMPTS }, () => rejectAtGateway);
    const { api, fetch, onSessionEnded } = createClient(rejections);

    await expect(api.account.me({})).rejects.toMatchObject({ code: 'Unavailable', isTransient: true });
    expect(fetch).toHaveBeenCalledTimes(2 * MAX_ATTEMPTS);
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it('ends the session when the user pool issues no new token', async () => {
    const { api, fetch, onSessionEnded } = createClient([rejectAtGateway], { tokens: ['access'] });

    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).toHaveBeenCalledOnce();
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  it('ends the session without a request when there is no token', async () => {
    const { api, fetch, onSessionEnded } = createClient([], { tokens: [] });

    await expect(api.account.me({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
    expect(fetch).not.toHaveBeenCalled();
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });
});
