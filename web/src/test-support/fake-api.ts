import { allEndpoints } from '../../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response as ResultOf } from '../../../shared/contract/endpoint.ts';
import { errorStatus } from '../../../shared/contract/error-codes.ts';
import type { ErrorDetails } from '../../../shared/contract/error-params.ts';

/** Paths without a parameter. */
const FIXED_PATHS = allEndpoints.filter(({ path }) => !path.includes('{')).map(({ path }) => path);

/** One call that the page has made. */
export interface RecordedCall {
  /** The endpoint's name: `users-list`. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type MaybePromise<T> = T | Promise<T>;
type Responder = (input: Record<string, unknown>) => MaybePromise<object | Response>;

/**
 * A `fetch` that serves the API from functions typed by the contract. A call without a responder fails the page's
 * request with 501, and {@link unexpectedCalls} names it.
 */
export class FakeApi {
  readonly calls: RecordedCall[] = [];
  /** The methods and paths of calls without a responder. */
  readonly unexpectedCalls: string[] = [];
  readonly #responders = new Map<string, Responder>();

  /** Sets the responder of an endpoint. It returns a result, or any response. */
  on<D extends EndpointDefinition>(
    endpoint: Endpoint<D>,
    responder: (input: Request<D>) => MaybePromise<ResultOf<D> | Response>,
  ): this {
    // The map holds responders of all endpoints, so it loses the types of this one.
    this.#responders.set(endpoint.name, responder as unknown as Responder);
    return this;
  }

  /** Makes an endpoint fail. By default, it fails like an unreachable server. */
  fail(endpoint: Endpoint, response?: () => Response): this {
    this.#responders.set(endpoint.name, () => {
      if (response) return response();
      throw new TypeError('Failed to fetch');
    });
    return this;
  }

  /** Holds the responses of an endpoint back until the returned function is called. */
  hold(endpoint: Endpoint): () => void {
    const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
    const responder = this.#responders.get(endpoint.name);

    this.#responders.set(endpoint.name, async (input) => {
      await whenReleased;
      return responder?.(input) ?? notImplemented();
    });

    return release;
  }

  /** Returns the inputs of all calls of an endpoint, in order. */
  inputsOf(endpoint: Endpoint): readonly Readonly<Record<string, unknown>>[] {
    return this.calls.filter(({ name }) => name === endpoint.name).map(({ input }) => input);
  }

  /** Returns the response to a request below `/api`. Records the call, or names it in `unexpectedCalls`. */
  async respond(url: URL, init: RequestInit = {}): Promise<Response> {
    const path = url.pathname.replace(/^\/api/, '');
    const method = init.method ?? 'GET';

    const endpoint = allEndpoints.find(
      (candidate) => candidate.method === method && buildPattern(candidate).test(path),
    );
    const responder = endpoint && this.#responders.get(endpoint.name);
    if (!endpoint || !responder) {
      this.unexpectedCalls.push(`${method} ${path}`);
      return notImplemented();
    }

    const params = buildPattern(endpoint).exec(path)?.groups ?? {};
    const body = init.body ? JSON.parse(String(init.body)) : {};
    const input = { ...Object.fromEntries(url.searchParams), ...params, ...body };
    this.calls.push({ name: endpoint.name, input });

    const result = await responder(input);
    return result instanceof Response ? result : Response.json({ success: true, ...result });
  }
}

/** Returns an error response of the API. Its sentence is one that no page may show. */
export function apiError({ code, params, retryAfterSeconds }: ErrorDetails): Response {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const body = { success: false, code, params, error: 'A sentence of the server.', requestId: 'r' };
  return Response.json(body, { status: errorStatus[code], headers });
}

function notImplemented(): Response {
  return new Response('No responder', { status: 501 });
}

/** Returns a pattern for an endpoint's paths. Fixed paths win: `/users/{userId}` doesn't match `/users/batch`. */
function buildPattern({ path }: Endpoint): RegExp {
  if (!path.includes('{')) return new RegExp(`^${path}$`);

  const pathPattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^(?!(?:${FIXED_PATHS.join('|')})$)${pathPattern}$`);
}
