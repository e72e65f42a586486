import type { Capability, Contract } from '../../../../shared/contract/contract.ts';
import type { Access, Method } from '../../../../shared/contract/endpoint.ts';

/** An endpoint of the contract without its schemas: all that the client needs to call it. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** Input fields in the path. Fields in neither `params` nor `query` go into the body. */
  readonly params: readonly string[];
  /** Input fields in the query string. */
  readonly query: readonly string[];
  readonly hasBody: boolean;
  /** Whether the endpoint accepts an idempotency key. Without the key, repeating the call creates a second item. */
  readonly hasIdempotencyKey: boolean;
}

export type Routes = { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: Route } };
