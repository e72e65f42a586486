import { socketRoutes } from '../../shared/contract/socket.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import { allowAnnouncing } from './announcing.ts';
import type { SocketResources } from './grants.ts';

type SocketGrant = (fn: BundledFunction, resources: SocketResources) => void;

const grants: Readonly<Record<string, SocketGrant>> = {
  $connect: (fn, { table }) => table.allow(fn, { TICKET: ['DeleteItem'], USER: ['PutItem'], SOCKET: ['PutItem'] }),
  $disconnect: (fn, { table }) => table.allow(fn, { SOCKET: ['GetItem', 'DeleteItem'], USER: ['DeleteItem'] }),
  $default: (fn, { sockets }) => sockets.allowAnswering(fn),
  sendMessage: (fn, resources) => {
    resources.table.allow(fn, { SOCKET: ['GetItem'], USER: ['GetItem', 'UpdateItem'], CHAT: ['GetItem', 'PutItem'] });
    allowAnnouncing(fn, resources);
  },
  markRead: (fn, resources) => {
    resources.table.allow(fn, { SOCKET: ['GetItem'], USER: ['GetItem', 'UpdateItem'] });
    allowAnnouncing(fn, resources);
  },
  typing: (fn, resources) => {
    resources.table.allow(fn, { SOCKET: ['GetItem'], USER: ['GetItem'] });
    allowAnnouncing(fn, resources);
  },
  ping: (fn, { table, sockets }) => {
    table.allow(fn, { SOCKET: ['GetItem'] });
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
