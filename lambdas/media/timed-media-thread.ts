/** The worker thread of timed-media.ts. It parses a video or audio file, whose bytes the main thread reads for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { readTimedMedia } from './read-timed-media.ts';
import type { FromThread, ToThread } from './timed-media.ts';

const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

/** The reads that wait for the main thread's response, by the number of their request. */
const pendingReads = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();
let requestCount = 0;

port.on('message', ({ requestNumber, bytes }: ToThread) => {
  const pendingRead = pendingReads.get(requestNumber);
  pendingReads.delete(requestNumber);
  if (bytes) pendingRead?.resolve(bytes);
  else pendingRead?.reject(new Error('The bytes could not be read.'));
});

const info = await readTimedMedia({
  size: workerData as number,
  read(start, end) {
    const pendingRead = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const requestNumber = requestCount++;
    pendingReads.set(requestNumber, pendingRead);
    send({ requestNumber, start, end });
    return pendingRead.promise;
  },
});
send({ info });
