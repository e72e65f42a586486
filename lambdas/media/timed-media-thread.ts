/** The thread of timed-media.ts: parses a video or audio file, and requests its bytes from the function. */
import { parentPort, workerData } from 'node:worker_threads';
import { readTimedMedia } from './read-timed-media.ts';
import type { FromThread, ToThread } from './timed-media.ts';

const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

/** The reads that wait for the function's response, by the number of their request. */
const pendingReads = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();
let requestCount = 0;

port.on('message', ({ request, bytes }: ToThread) => {
  const pendingRead = pendingReads.get(request);
  pendingReads.delete(request);
  if (bytes) pendingRead?.resolve(bytes);
  else pendingRead?.reject(new Error('The bytes could not be read.'));
});

const info = await readTimedMedia({
  size: workerData as number,
  read(start, end) {
    const pendingRead = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const request = requestCount++;
    pendingReads.set(request, pendingRead);
    send({ request, start, end });
    return pendingRead.promise;
  },
});
send({ info });
