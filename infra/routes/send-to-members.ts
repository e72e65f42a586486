import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';

/** Lets a function send frames to members, and delete sockets that turn out to be closed. */
export function allowSendingToMembers(fn: BundledFunction, { table, sockets }: SocketResources): void {
  table.allow(fn, { USER: ['Query', 'DeleteItem'], SOCKET: ['DeleteItem'] });
  sockets.allowSending(fn);
}
