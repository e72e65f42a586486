import * as z from 'zod';
import type { ErrorCode } from './error-codes.ts';

/** Who may call an endpoint: a signed-in member, anybody, or a provider that signs its requests. */
export type Access = 'member' | 'public' | 'provider';

/**
 * What an endpoint gives access to. It decides which access rule of `lambdas/access` applies, and which cases
 * test/acceptance/access-matrix.test.ts tries.
 *
 * - `file`, `post`, `comment`, `profile`, `conversation`: one item that another member may own.
 * - `identity`: identity cards, which every member may see.
 * - `upload`: objects under a storage key of the caller's own.
 * - `list`: pages of items that other members own.
 * - `self`: only what is the caller's own.
 * - `provider`: what the signed event of a provider names.
 */
export type Accesses =
  | 'file'
  | 'post'
  | 'comment'
  | 'profile'
  | 'conversation'
  | 'identity'
  | 'upload'
  | 'list'
  | 'self'
  | 'provider';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a capability's file states about one endpoint. The rest is derived from where it stands. */
export interface EndpointDefinition {
  readonly method: Method;
  /** Below `/api`, with `{parameter}` placeholders as API Gateway writes them. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly accesses: Accesses;
  /** Exists on every stage, or on those other than production alone. */
  readonly stages?: 'all' | 'nonProduction';
  /** How long it may take, in seconds; 10 unless it waits for somebody else. API Gateway gives up after 30. */
  readonly timeoutSeconds?: number;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The answer without `success`, which every answer carries. */
  readonly response: z.ZodObject;
  /** Codes beyond the universal ones. */
  readonly errors: readonly ErrorCode[];
}

/** An endpoint as the rest of the system sees it. */
export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & {
  readonly capability: string;
  /** Its key in the capability's file, and the name of its export in `lambdas/<capability>/endpoints.ts`. */
  readonly key: string;
  /** Unique in the system: `<capability>-<key>`, in kebab case. */
  readonly name: string;
};

type Parsed<S> = S extends z.ZodObject ? z.output<S> : object;
type Raw<S> = S extends z.ZodObject ? z.input<S> : object;

/** What a handler receives: path parameters, query and body in one validated object. */
export type Input<D extends EndpointDefinition> = Parsed<D['params']> & Parsed<D['query']> & Parsed<D['body']>;

/** What a client sends: the same before defaults are filled in. */
export type Request<D extends EndpointDefinition> = Raw<D['params']> & Raw<D['query']> & Raw<D['body']>;

/** What a handler returns and a client receives, `success` left out. */
export type Response<D extends EndpointDefinition> = z.output<D['response']>;

/** Names a capability's endpoints after their keys. */
export function endpoints<const E extends Record<string, EndpointDefinition>>(
  capability: string,
  definitions: E,
): { readonly [K in keyof E]: Endpoint<E[K]> } {
  const named = Object.entries(definitions).map(([key, definition]) => {
    const name = `${capability}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [key, { ...definition, capability, key, name }] as const;
  });
  return Object.fromEntries(named) as { [K in keyof E]: Endpoint<E[K]> };
}

/** The body of every error answer (design §2). */
export const errorBody = z.object({
  success: z.literal(false),
  error: z.string().describe('A sentence for a person.'),
  code: z.string().describe('A machine code.'),
  requestId: z.string(),
});
export type ErrorBody = z.output<typeof errorBody>;
