import { socketRoutes } from '../../shared/contract/socket.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';

type SocketGrant = (fn: BundledFunction, resources: SocketResources) => void;

const grants: Readonly<Record<string, SocketGrant>> = {
  $connect: (fn, { table }) => table.allow(fn, 'PutItem', 'DeleteItem'),
  $disconnect: (fn, { table }) => table.allow(fn, 'GetItem', 'DeleteItem'),
  $default: (fn, { sockets }) => sockets.allowAnswering(fn),
  sendMessage: (fn, { table, sockets }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem', 'Query', 'DeleteItem');
    sockets.allowAnswering(fn);
  },
  markRead: (fn, { table, sockets }) => {
    table.allow(fn, 'GetItem', 'UpdateItem', 'Query', 'DeleteItem');
    sockets.allowAnswering(fn);
  },
  typing: (fn, { table, sockets }) => {
    table.allow(fn, 'GetItem', 'Query', 'DeleteItem');
    sockets.allowAnswering(fn);
  },
  ping: (fn, { table, sockets }) => {
    table.allow(fn, 'GetItem');
    sockets.allowAnswering(fn);
  },
};

/**
 * Every route of the WebSocket API with its grants.
 *
 * @throws Error naming a route without grants
 */
export function socketRoutesWithGrants() {
  return socketRoutes.map((route) => {
    const grant = grants[route.key];
    if (!grant) throw new Error(`socket route ${route.key} has no grants in infra/routes/sockets.ts`);
    return { route, grant };
  });
}
