import type { Capability, Contract } from '../shared/contract/contract.ts';
import type { EndpointDefinition } from '../shared/contract/endpoint.ts';
import type { SocketAction } from '../shared/contract/socket-frames.ts';
import type * as account from './account/endpoints.ts';
import type * as credentials from './credentials/endpoints.ts';
import type * as files from './files/endpoints.ts';
import type { Run } from './http/endpoint.ts';
import type * as messages from './messages/endpoints.ts';
import type * as payments from './payments/endpoints.ts';
import type * as posts from './posts/endpoints.ts';
import type * as socketRoutes from './socket-routes.ts';
import type * as sockets from './sockets/endpoints.ts';
import type { ActionInput } from './sockets/socket-route.ts';
import type * as users from './users/endpoints.ts';

/** The required exports of each capability's list: one function per endpoint of the contract, with its types. */
type EndpointLists = { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: RunOf<Contract[C][E]> } };

type RunOf<E> = E extends EndpointDefinition ? Run<E> : never;

interface Lists {
  readonly account: typeof account;
  readonly credentials: typeof credentials;
  readonly users: typeof users;
  readonly files: typeof files;
  readonly posts: typeof posts;
  readonly messages: typeof messages;
  readonly sockets: typeof sockets;
  readonly payments: typeof payments;
}

/**
 * Never called. Compiles only if every endpoint has its function. test/infra/structure.test.ts rejects exports without
 * an endpoint.
 */
export const checkEndpointLists = (lists: Lists): EndpointLists => lists;

/** The required exports of the list of socket routes: one function per action of the contract. */
type SocketLists = { readonly [A in SocketAction]: (userId: string, input: ActionInput<A>) => Promise<unknown> };

/** Never called. Compiles only if every socket action has its function. */
export const checkSocketRoutes = (list: typeof socketRoutes): SocketLists => list;
