import type { Plugin } from 'vite';
import { contract } from '../../shared/contract/contract.ts';
import type { EndpointDefinition } from '../../shared/contract/endpoint.ts';
import type { Route, Routes } from '../src/platform/api/routes.ts';

const MODULE = 'virtual:contract-routes';
/** The leading NUL keeps other plugins from handling the module, by a convention of Rollup. */
const RESOLVED = `\0${MODULE}`;

/** Returns an endpoint without its schemas. */
function toRoute({ method, path, access, query, body }: EndpointDefinition): Route {
  return {
    method,
    path,
    access,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    query: query ? Object.keys(query.shape) : [],
    hasBody: body !== undefined,
    hasIdempotencyKey: body !== undefined && 'idempotencyKey' in body.shape,
  };
}

/** Returns all endpoints of the contract, by capability. */
export function contractRoutes(): Routes {
  const capabilities = Object.entries(contract).map(([capability, endpoints]) => [
    capability,
    Object.fromEntries(
      Object.entries<EndpointDefinition>(endpoints).map(([name, endpoint]) => [name, toRoute(endpoint)]),
    ),
  ]);

  return Object.fromEntries(capabilities) as Routes;
}

/**
 * Vite plugin that provides `virtual:contract-routes`: the contract's routes as plain data, computed at build time.
 *
 * The web client derives from the contract, but the schema library stays out of the bundle.
 */
export function contractRoutesPlugin(): Plugin {
  return {
    name: 'fathom-contract-routes',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export const routes = ${JSON.stringify(contractRoutes())};` : undefined),
  };
}
