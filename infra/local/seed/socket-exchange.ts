import type { ClientFrame, ServerFrame } from '../../../shared/contract/socket-frames.ts';
import { TransientError } from './retry-while-transient.ts';

/** How long to wait for a response. A broken connection can lose it. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Codes of error frames after which another attempt can succeed. */
const TRANSIENT_CODES = ['Throttled', 'TooManyMessages', 'TooManyCalls', 'Internal'];

/**
 * Opens a socket, sends a frame, and returns the result that `findResult` finds in a later frame.
 *
 * @throws TransientError if the server is busy, or no response arrives; otherwise Error with the error frame
 */
export async function exchangeFrames<T>(
  url: string,
  frame: ClientFrame,
  findResult: (frame: ServerFrame) => T | false,
): Promise<T> {
  const socket = new WebSocket(url);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // The first outcome counts, so `close` after a result has no effect.
  const fail = (reason: string, retryAfterSeconds?: number) =>
    reject(new TransientError(`${frame.action} failed: ${reason}`, retryAfterSeconds));
  const timer = setTimeout(() => fail('no response'), RESPONSE_TIMEOUT_MS);

  socket.addEventListener('error', () => fail('the connection broke'));
  socket.addEventListener('close', () => fail('the connection was closed'));
  socket.addEventListener('open', () => socket.send(JSON.stringify(frame)));
  socket.addEventListener('message', ({ data }) => {
    const serverFrame: ServerFrame | { readonly type: undefined } = JSON.parse(data);
    // API Gateway's error frame has no type. It arrives when the function timed out.
    if (serverFrame.type === undefined) return fail(data);
    if (serverFrame.type === 'error') {
      const { code, retryAfterSeconds } = serverFrame;
      return TRANSIENT_CODES.includes(code) ? fail(data, retryAfterSeconds) : reject(new Error(`Rejected: ${data}`));
    }

    const result = findResult(serverFrame);
    if (result !== false) resolve(result);
  });

  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
