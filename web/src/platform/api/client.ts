import type { Capability, Contract } from '../../../../shared/contract/contract.ts';
import type { EndpointDefinition, Request as Input, Response as Output } from '../../../../shared/contract/endpoint.ts';
import { ApiError, errorFrom } from './api-error.ts';
import type { Route, Routes } from './routes.ts';

interface CallOptions {
  readonly signal?: AbortSignal;
}

type Call<D> = D extends EndpointDefinition ? (input: Input<D>, options?: CallOptions) => Promise<Output<D>> : never;

/** The whole API: `api.<capability>.<endpoint>(input)`, typed by the contract. */
export type Api = { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: Call<Contract[C][E]> } };

/** What the client needs from around it. */
export interface Surroundings {
  /** The API's address, ending with `/api`. */
  readonly baseUrl: () => Promise<string>;
  /** The member's access token; a forced one has just been renewed. Undefined when there is no session. */
  readonly accessToken: (options: { forceRefresh: boolean }) => Promise<string | undefined>;
  /**
   * Asked when a call begins, told when it cannot be authenticated any more: a late answer to one visit must not end
   * the next.
   */
  readonly visit: () => number;
  readonly onSessionEnded: (visit: number) => void;
  readonly fetch: typeof fetch;
}

/** A client for every route. */
export function createApi(routes: Routes, surroundings: Surroundings): Api {
  const capabilities = Object.entries(routes).map(([capability, endpoints]) => [
    capability,
    Object.fromEntries(
      Object.entries<Route>(endpoints).map(([name, route]) => [
        name,
        (input: Record<string, unknown>, options: CallOptions = {}) => call(route, input, options, surroundings),
      ]),
    ),
  ]);
  return Object.fromEntries(capabilities) as Api;
}

async function call(route: Route, input: Record<string, unknown>, options: CallOptions, around: Surroundings) {
  const url = (await around.baseUrl()) + addressOf(route, input);
  if (route.access !== 'member') return read(await send(url, route, input, undefined, options, around));

  const visit = around.visit();
  const token = await around.accessToken({ forceRefresh: false });
  let response = token ? await send(url, route, input, token, options, around) : undefined;
  if (response?.status === 401) {
    // The token may have been revoked or outlived its key: one new one, then the session is over.
    const renewed = await around.accessToken({ forceRefresh: true });
    if (renewed) response = await send(url, route, input, renewed, options, around);
  }
  if (response && response.status !== 401) return read(response);
  try {
    if (!response) throw errorFrom(401, '');
    return await read(response);
  } finally {
    // Only now: a screen that is taken away takes back what it has asked, and would never hear why.
    around.onSessionEnded(visit);
  }
}

/** A route's path and query, filled in. */
function addressOf(route: Route, input: Record<string, unknown>): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams();
  for (const name of route.query) {
    const value = input[name];
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** What of an input travels in the body. */
function bodyOf(route: Route, input: Record<string, unknown>): string | undefined {
  if (!route.hasBody) return undefined;
  const elsewhere = new Set([...route.params, ...route.query]);
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name))));
}

async function send(
  url: string,
  route: Route,
  input: Record<string, unknown>,
  token: string | undefined,
  { signal }: CallOptions,
  around: Surroundings,
): Promise<Response> {
  const body = bodyOf(route, input);
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await around.fetch(url, { method: route.method, headers, body, signal, cache: 'no-store' });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'NetworkError', 'Fathom cannot be reached. Check your connection and try again.');
  }
}

async function read(response: Response): Promise<never> {
  const text = await response.text();
  if (!response.ok) throw errorFrom(response.status, text);
  try {
    return JSON.parse(text) as never;
  } catch {
    throw new ApiError(response.status, 'UnexpectedAnswer', `${response.status} - ${text.slice(0, 200)}`);
  }
}
