import type * as z from 'zod';
import type { CountedLimit } from '../rules/conduct-limits.ts';
import type { ErrorCode } from './error-codes.ts';
import type { ErrorParams } from './error-params.ts';

/** Who may call an endpoint: a signed-in member, anyone, or a payment provider that signs its requests. */
export type Access = 'member' | 'public' | 'provider';

/**
 * The resource that an endpoint accesses. Determines the access rule of `lambdas/access` and the cases in
 * test/acceptance/access-matrix.test.ts.
 *
 * - `file`, `post`, `comment`, `profile`, `conversation`: one item that another member may own.
 * - `identity`: identity cards, which every member may see.
 * - `upload`: objects under one of the caller's own storage keys.
 * - `list`: pages of items that other members own.
 * - `self`: only the caller's own data.
 * - `credentials`: the account whose email and secret the request contains.
 * - `provider`: the payment that a provider's signed event names.
 */
export type Resource =
  | 'file'
  | 'post'
  | 'comment'
  | 'profile'
  | 'conversation'
  | 'identity'
  | 'upload'
  | 'list'
  | 'self'
  | 'credentials'
  | 'provider';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The limit on a member's calls of a writing endpoint or socket action (shared/rules/conduct-limits.ts):
 *
 * - `each`: the wrapper counts every valid request, before the function runs.
 * - `within`: the function counts its writes, in the same transaction. test/acceptance/limits.test.ts checks each of
 *   these functions.
 * - `none`: the reason why only the limit of all requests applies.
 */
export type LimitDeclaration =
  | { readonly each: CountedLimit }
  | { readonly within: readonly (CountedLimit | 'storedBytes')[] }
  | { readonly none: string };

/** The definition of one endpoint in its capability's file. */
export type EndpointDefinition = CommonDefinition &
  (
    | { readonly method: Exclude<Method, 'GET'>; readonly access: Access; readonly limit: LimitDeclaration }
    | { readonly method: 'GET'; readonly access: Access; readonly limit?: undefined }
    // Cognito and the providers' signatures limit the calls of non-members.
    | { readonly method: Method; readonly access: Exclude<Access, 'member'>; readonly limit?: undefined }
  );

interface CommonDefinition {
  /** Path below `/api`, with `{parameter}` placeholders as in API Gateway. */
  readonly path: `/${string}`;
  readonly resource: Resource;
  /** Stages that have the endpoint; by default all. */
  readonly stages?: 'all' | 'nonProduction';
  /** Lambda timeout in seconds; by default 10. API Gateway's limit is 30. */
  readonly timeoutSeconds?: number;
  /** An imperative sentence. Also the description of the Lambda function. */
  readonly summary: string;
  /** The endpoint's rule, if it is not obvious from the summary. For the OpenAPI document. */
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The `action` of the `NotYou` error for a body with another member's ID; by default `any`. */
  readonly ownIdAction?: ErrorParams['NotYou']['action'];
  /** An example of the body, for the OpenAPI document. Required if there is a body. */
  readonly example?: object;
  /** The response without `success`, which every response has. */
  readonly response: z.ZodObject;
  /** Error codes beyond `universalErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** A definition with the names that are derived from its position in the contract. */
export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & {
  readonly capability: string;
  /** The endpoint's key in the capability's file, and the name of its export in `lambdas/<capability>/endpoints.ts`. */
  readonly key: string;
  /** Unique name of the endpoint and its Lambda function: `<capability>-<key>`, in kebab case. */
  readonly name: string;
};

/** The values of a schema after and before it has applied its defaults. */
type Parsed<S> = S extends z.ZodObject ? z.output<S> : object;
type Raw<S> = S extends z.ZodObject ? z.input<S> : object;

/** The input of a handler: path parameters, query and body, validated and merged. */
export type Input<D extends EndpointDefinition> = Parsed<D['params']> & Parsed<D['query']> & Parsed<D['body']>;

/** The input of a client: path parameters, query and body before defaults are applied. */
export type Request<D extends EndpointDefinition> = Raw<D['params']> & Raw<D['query']> & Raw<D['body']>;

/** The result of a handler: the response without `success`. */
export type Response<D extends EndpointDefinition> = z.output<D['response']>;

/**
 * Adds names to the endpoints of a capability, derived from their keys.
 *
 * Builds each definition at its first use, because schemas take time, and a function needs only those of one endpoint.
 */
export function endpoints<const E extends Record<string, () => EndpointDefinition>>(
  capability: string,
  definitions: E,
): { readonly [K in keyof E]: Endpoint<ReturnType<E[K]>> } {
  const namedEndpoints = {};
  for (const [key, define] of Object.entries(definitions)) {
    const name = `${capability}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    let endpoint: Endpoint | undefined;
    const get = () => {
      endpoint ??= { ...define(), capability, key, name };
      return endpoint;
    };
    Object.defineProperty(namedEndpoints, key, { get, enumerable: true });
  }

  return namedEndpoints as { [K in keyof E]: Endpoint<ReturnType<E[K]>> };
}
