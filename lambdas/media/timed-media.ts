import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../../shared/media/byte-source.ts';
import type { MediaInfo } from './media-info.ts';

/** A message of the thread: a numbered request for a range of bytes, or the result. */
export type FromThread =
  | { readonly requestNumber: number; readonly start: number; readonly end: number }
  | { readonly info: MediaInfo };

/** The response to a request; `bytes` is undefined if they could not be read. */
export interface ToThread {
  readonly requestNumber: number;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** The thread's file. In a bundle, it is next to the function's file: see infra/function-files.ts. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './timed-media-thread.ts' : './timed-media-thread.mjs',
  import.meta.url,
);

/**
 * Limits of memory and time for one file. A table in a video of 2 KB can state four billion samples, and the
 * parser allocates memory for each sample.
 */
const LIMITS = { megabytes: 256, seconds: 30 };

/**
 * Returns the duration of a video or audio file, the size of a video, and the tags of an audio file.
 *
 * The parser runs in a thread with limits of memory and time, so that a hostile file can't end the function.
 *
 * @returns an empty object if the file exceeds the limits
 */
export async function readTimedMediaInThread(source: ByteSource): Promise<MediaInfo> {
  const thread = new Worker(THREAD, {
    workerData: source.size,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.megabytes },
    execArgv: [],
    // Discards the output, so that the log never has the content of a member's file.
    stdout: true,
    stderr: true,
  });
  const respond = async ({ requestNumber, start, end }: Exclude<FromThread, { info: MediaInfo }>) => {
    const bytes = await source.read(start, end).catch(() => undefined);
    thread.postMessage({ requestNumber, bytes } satisfies ToThread);
  };
  let timer: NodeJS.Timeout | undefined;

  try {
    return await new Promise<MediaInfo>((resolve) => {
      const giveUp = () => resolve({});
      timer = setTimeout(giveUp, LIMITS.seconds * 1000);
      thread.on('message', (message: FromThread) => {
        if ('info' in message) resolve(message.info);
        else void respond(message);
      });
      thread.once('error', giveUp);
      thread.once('exit', giveUp);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
