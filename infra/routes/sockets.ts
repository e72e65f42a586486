import { socketRoutes } from '../../shared/contract/socket.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';
import { allowSendingToMembers } from './send-to-members.ts';

type SocketGrant = (fn: BundledFunction, resources: SocketResources) => void;

const grants: Readonly<Record<string, SocketGrant>> = {
  $connect: (fn, { table }) => table.allow(fn, { TICKET: ['DeleteItem'], USER: ['PutItem'], SOCKET: ['PutItem'] }),
  $disconnect: (fn, { table }) => table.allow(fn, { SOCKET: ['GetItem', 'DeleteItem'], USER: ['DeleteItem'] }),
  $default: (fn, { sockets }) => sockets.allowSending(fn),
  sendMessage: (fn, resources) => {
    resources.table.allow(fn, { SOCKET: ['GetItem'], USER: ['GetItem', 'UpdateItem'], CHAT: ['GetItem', 'PutItem'] });
    allowSendingToMembers(fn, resources);
  },
  markRead: (fn, resources) => {
    resources.table.allow(fn, { SOCKET: ['GetItem'], USER: ['GetItem', 'UpdateItem'] });
    allowSendingToMembers(fn, resources);
  },
  typing: (fn, resources) => {
    resources.table.allow(fn, { SOCKET: ['GetItem'], USER: ['GetItem'] });
    allowSendingToMembers(fn, resources);
  },
  ping: (fn, { table, sockets }) => {
    table.allow(fn, { SOCKET: ['GetItem'] });
    sockets.allowSending(fn);
  },
};

/**
 * Lists the routes of the WebSocket API with their grants.
 *
 * @throws Error with the name of a route without grants
 */
export function listSocketRoutes() {
  return socketRoutes.map((route) => {
    const grant = grants[route.key];
    if (!grant) throw new Error(`socket route ${route.key} has no grants in infra/routes/sockets.ts`);
    return { route, grant };
  });
}
