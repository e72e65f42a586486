import type { Capability, Contract } from '../../../../shared/contract/contract.ts';
import type { Access, Method } from '../../../../shared/contract/endpoint.ts';

/** What the browser must know to call one endpoint. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** Names of the input's fields that travel in the path, and those that travel in the query. The rest is the body. */
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly hasBody: boolean;
}

export type Routes = { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: Route } };
