import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { SocketResources } from './grants.ts';

/** Members' open screens are told of something. Sockets that turn out to have ended are forgotten. */
export function allowAnnouncing(fn: BundledFunction, { table, sockets }: SocketResources): void {
  table.allow(fn, { USER: ['Query', 'DeleteItem'], SOCKET: ['DeleteItem'] });
  sockets.allowAnswering(fn);
}
