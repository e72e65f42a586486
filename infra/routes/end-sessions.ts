import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';

/** Lets a function close all open sockets of a member (`closeSockets`). */
export function allowClosingSockets(fn: BundledFunction, { table, sockets }: SocketResources): void {
  table.allow(fn, { USER: ['Query', 'DeleteItem'], SOCKET: ['DeleteItem'] });
  sockets.allowClosing(fn);
}

/** Lets a function end all sessions of a member (`endSessions`). */
export function allowEndingSessions(fn: BundledFunction, resources: SocketResources): void {
  resources.table.allow(fn, { USER: ['GetItem', 'UpdateItem'] });
  allowClosingSockets(fn, resources);
}
