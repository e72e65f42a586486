import type { Plugin } from 'vite';
import { contract } from '../../shared/contract/contract.ts';
import type { EndpointDefinition } from '../../shared/contract/endpoint.ts';
import type { Route, Routes } from '../src/platform/api/routes.ts';

const MODULE_ID = 'virtual:contract-routes';
/** The leading NUL keeps other plugins from handling the module (a Rollup convention). */
const RESOLVED_ID = `\0${MODULE_ID}`;

/** Returns what the web client needs of an endpoint: its address and the names of its fields, without schemas. */
function toRoute({ method, path, access, query, body }: EndpointDefinition): Route {
  return {
    method,
    path,
    access,
    // The path of an endpoint has its parameters in braces: `/users/{userId}/follow`.
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    query: query ? Object.keys(query.shape) : [],
    hasBody: body !== undefined,
    hasIdempotencyKey: body !== undefined && 'idempotencyKey' in body.shape,
  };
}

/** Returns all endpoints of the contract, by capability. */
export function buildContractRoutes(): Routes {
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
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : undefined),
    load: (id) => (id === RESOLVED_ID ? `export const routes = ${JSON.stringify(buildContractRoutes())};` : undefined),
  };
}
