import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../../shared/media/byte-source.ts';
import type { MediaInfo } from './media-info.ts';

/** What the thread sends: a range of bytes that it needs, or the result. */
export type FromThread =
  | { readonly request: number; readonly start: number; readonly end: number }
  | { readonly info: MediaInfo };

/** The response to a request; without bytes if they could not be read. */
export interface ToThread {
  readonly request: number;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** The bundle of this function has the thread's bundle next to it: see infra/function-files.ts. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './timed-media-thread.ts' : './timed-media-thread.mjs',
  import.meta.url,
);

/**
 * How much a file may use. A table in a video of 2 KB can state four thousand million samples, for each of which the
 * parser allocates memory.
 */
const LIMITS = { megabytes: 256, seconds: 30 };

/**
 * Returns the length of a video or audio file, the size of a video, and the tags of an audio file.
 *
 * The parser runs in a thread with limits of memory and time, so that a hostile file can't end the function.
 *
 * @returns an object without facts if the file exceeds the limits
 */
export async function readInThread(source: ByteSource): Promise<MediaInfo> {
  const thread = new Worker(THREAD, {
    workerData: source.size,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.megabytes },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const respond = async ({ request, start, end }: Exclude<FromThread, { info: MediaInfo }>) => {
    const bytes = await source.read(start, end).catch(() => undefined);
    thread.postMessage({ request, bytes } satisfies ToThread);
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
