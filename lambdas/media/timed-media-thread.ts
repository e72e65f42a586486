/** The thread of timed-media.ts: parses a video or audio file, and requests its bytes from the function. */
import { parentPort, workerData } from 'node:worker_threads';
import { readTimedMedia } from './read-timed-media.ts';
import type { FromThread, ToThread } from './timed-media.ts';

const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

const pendingReads = new Map<number, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();
let requests = 0;

port.on('message', ({ request, bytes }: ToThread) => {
  const reading = pendingReads.get(request);
  pendingReads.delete(request);
  if (bytes) reading?.resolve(bytes);
  else reading?.reject(new Error('The bytes could not be read.'));
});

const info = await readTimedMedia({
  size: workerData as number,
  read(start, end) {
    const reading = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const request = requests++;
    pendingReads.set(request, reading);
    send({ request, start, end });
    return reading.promise;
  },
});
send({ info });
