import type { ServerFrame } from '../../shared/contract/socket-frames.ts';

/** Responds to a ping, which keeps the socket open: API Gateway closes sockets that are idle for ten minutes. */
export async function ping(): Promise<ServerFrame> {
  return { type: 'pong' };
}
