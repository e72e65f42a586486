import type { Plugin } from 'vite';
import { type Capability, type Contract, contract } from '../../shared/contract/contract.ts';
import type { Access, EndpointDefinition, Method } from '../../shared/contract/endpoint.ts';

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

const MODULE = 'virtual:contract-routes';
const RESOLVED = `\0${MODULE}`;

/** One endpoint of the contract, without its schemas. */
export function toRoute({ method, path, access, query, body }: EndpointDefinition): Route {
  return {
    method,
    path,
    access,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    query: query ? Object.keys(query.shape) : [],
    hasBody: body !== undefined,
  };
}

/** Every endpoint of the contract, by capability. */
export function contractRoutes(): Routes {
  const capabilities = Object.entries(contract).map(([capability, endpoints]) => [
    capability,
    Object.fromEntries(Object.entries<EndpointDefinition>(endpoints).map(([name, e]) => [name, toRoute(e)])),
  ]);
  return Object.fromEntries(capabilities) as Routes;
}

/**
 * Gives the browser the contract's routes as plain data, worked out at build time: no endpoint is written down twice,
 * and the schema library stays out of the bundle.
 */
export function contractRoutesPlugin(): Plugin {
  return {
    name: 'fathom-contract-routes',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export const routes = ${JSON.stringify(contractRoutes())};` : undefined),
  };
}
