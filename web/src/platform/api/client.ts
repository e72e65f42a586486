import type { Capability, Contract } from '../../../../shared/contract/contract.ts';
import type { EndpointDefinition, Request as Input, Response as Output } from '../../../../shared/contract/endpoint.ts';
import { ApiError, createTokenError, createUnreadableError, hasErrorCode, parseBody, toApiError } from './api-error.ts';
import { type RetryEnvironment, retryTransient } from './retry-transient.ts';
import type { Route, Routes } from './routes.ts';

/** The options of one call. */
interface CallOptions {
  readonly signal?: AbortSignal;
  /** Use this access token, and don't renew it. The caller handles `Unauthenticated`, which doesn't end the visit. */
  readonly token?: string;
  /** Set to `caller` if the caller repeats failed calls itself. By default, the client does. One layer retries. */
  readonly retries?: 'caller';
}

type Call<D> = D extends EndpointDefinition ? (input: Input<D>, options?: CallOptions) => Promise<Output<D>> : never;

/** The whole API: `api.<capability>.<endpoint>(input)`, typed by the contract. */
export type Api = { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: Call<Contract[C][E]> } };

/** Dependencies of the client. Tests replace them. */
export interface ClientDependencies {
  /** The API's URL, or its path on the page's origin. Ends with `/api`. */
  readonly baseUrl: string;
  /**
   * The member's access token, newly renewed with `forceRefresh`. Undefined without a session. Rejects if the user pool
   * can't renew it for now.
   */
  readonly accessToken: (options: { forceRefresh: boolean }) => Promise<string | undefined>;
  /** The number of the current visit: each sign-in starts a new one. */
  readonly visit: () => number;
  /** Called with the visit in which a request started, so that a late response can't end the next visit. */
  readonly onSessionEnded: (visit: number) => void;
  readonly fetch: typeof fetch;
  readonly retry: RetryEnvironment;
}

/**
 * Creates a client with one method per endpoint.
 *
 * A call is repeated while its error is transient, unless it creates something without an idempotency key. All other
 * calls have the same effect when they are repeated.
 */
export function createApi(routes: Routes, deps: ClientDependencies): Api {
  const capabilities = Object.entries(routes).map(([capability, endpoints]) => [
    capability,
    Object.fromEntries(
      Object.entries<Route>(endpoints).map(([name, route]) => [
        name,
        (input: PendingCall['input'], options: CallOptions = {}) =>
          makeCall({ route, input, options, deps, visit: deps.visit() }),
      ]),
    ),
  ]);

  return Object.fromEntries(capabilities) as Api;
}

/** A call of an endpoint, with all that its attempts need. */
interface PendingCall {
  readonly route: Route;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  readonly deps: ClientDependencies;
  /** The visit in which the call was made. */
  readonly visit: number;
}

/** Makes a call, with retries if it may be repeated. */
function makeCall(call: PendingCall): Promise<never> {
  const { route, input, options, deps } = call;
  const attempt = () => attemptCall(call);
  const isRepeatable = options.retries !== 'caller' && (!route.hasIdempotencyKey || input.idempotencyKey !== undefined);

  return isRepeatable ? retryTransient(attempt, deps.retry, options.signal) : attempt();
}

/** A response whose body has been read. */
interface CompleteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Makes one attempt of a call. Ends the session if its token is rejected and can't be renewed. */
async function attemptCall(call: PendingCall): Promise<never> {
  const { route, input, options, deps, visit } = call;
  const url = deps.baseUrl + buildPath(route, input);
  if (route.access !== 'member') return readResponse(await send(call, url, undefined));

  const response = await sendAsMember(call, url);
  if (response && response.status !== 401) return readResponse(response);

  try {
    // Without a token, no request was sent. The error is that of an ended session.
    if (!response) throw await toApiError(401, '');
    return await readResponse(response);
  } finally {
    // Call this last: it can remove the screen, which cancels its requests before they report the error.
    if (!options.token) deps.onSessionEnded(visit);
  }
}

/** Sends a request with the member's token, and renews a rejected token. Without a token, sends and returns nothing. */
async function sendAsMember(call: PendingCall, url: string): Promise<CompleteResponse | undefined> {
  const { options } = call;
  const token = options.token ?? (await fetchToken(call, { forceRefresh: false }));
  if (!token) return undefined;

  const response = await send(call, url, token);
  if (response.status !== 401 || options.token) return response;

  // The token may have expired or been revoked. Without a new token, the session has ended.
  const renewedToken = await fetchToken(call, { forceRefresh: true });
  return renewedToken ? sendWithNewToken(() => send(call, url, renewedToken)) : response;
}

/**
 * Returns the access token of the visit in which a call was made. Undefined if another visit has begun since, because
 * its member may be someone else.
 *
 * @throws ApiError, which is transient, if the user pool can't be reached or is busy. The session may still be valid
 */
async function fetchToken(
  { visit, deps, options: { signal } }: PendingCall,
  options: { forceRefresh: boolean },
): Promise<string | undefined> {
  try {
    const token = await deps.accessToken(options);
    return deps.visit() === visit ? token : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof Error && error.name === 'NetworkError' ? createNetworkError() : await createTokenError();
  }
}

/**
 * Sends a request with a token that the user pool has just issued.
 *
 * @throws ApiError with `Unavailable` if API Gateway rejects the token anyway, because it can't load the user pool's
 *   keys. A member whose session has ended gets the API's own error instead.
 */
async function sendWithNewToken(request: () => Promise<CompleteResponse>): Promise<CompleteResponse> {
  const response = await request();
  if (response.status === 401 && !hasErrorCode(response.text)) throw await createTokenError();
  return response;
}

/** Returns a route's path and query string with the input's values. */
function buildPath(route: Route, input: PendingCall['input']): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();

  for (const name of route.query) {
    const value = input[name];
    if (value !== undefined && value !== null) query.set(name, String(value));
  }

  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns the JSON body with all input fields that are not in the URL, or undefined for a route without a body. */
function buildBody(route: Route, input: PendingCall['input']): string | undefined {
  if (!route.hasBody) return undefined;

  const urlFields = new Set([...route.params, ...route.query]);
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !urlFields.has(name))));
}

/**
 * Sends a request, and reads the whole response.
 *
 * @throws ApiError with `NetworkError` if there is no response, or if the connection breaks before its end
 */
async function send(call: PendingCall, url: string, token: string | undefined): Promise<CompleteResponse> {
  const { route, input, deps } = call;
  const { signal } = call.options;

  const body = buildBody(route, input);
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';

  try {
    const response = await deps.fetch(url, { method: route.method, headers, body, signal, cache: 'no-store' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw createNetworkError();
  }
}

function createNetworkError(): ApiError {
  return new ApiError(0, 'NetworkError', "Couldn't reach Fathom. Check your connection and try again.");
}

/** Returns the result in a response. `createApi` types it by the contract. Throws ApiError for an error response. */
async function readResponse({ status, headers, text }: CompleteResponse): Promise<never> {
  if (status < 200 || status > 299) throw await toApiError(status, text, headers);

  // Every result has `success: true`. A broken response, or one of another server, doesn't.
  const body = parseBody(text);
  if (body.success !== true) throw createUnreadableError(status, text);

  return body as never;
}
