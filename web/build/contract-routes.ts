import type { Plugin } from 'vite';
import { contract } from '../../shared/contract/contract.ts';
import type { EndpointDefinition } from '../../shared/contract/endpoint.ts';
import type { Route, Routes } from '../src/platform/api/routes.ts';

const MODULE = 'virtual:contract-routes';
const RESOLVED = `\0${MODULE}`;

/** One endpoint of the contract, without its schemas. */
function toRoute({ method, path, access, query, body }: EndpointDefinition): Route {
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
