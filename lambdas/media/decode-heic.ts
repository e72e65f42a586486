import { Worker } from 'node:worker_threads';
import { NotRenderable } from './not-renderable.ts';

/** Decoded pixels with the orientation applied, in the picture's own colour space. */
export interface HeicPixels {
  /** Red, green, blue, and opacity of each pixel, row by row. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** The thread's file. In a bundle, it is next to the function's file: see infra/function-files.ts. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './decode-heic-thread.ts' : './decode-heic-thread.mjs',
  import.meta.url,
);

/**
 * Returns the pixels of a HEIC picture.
 *
 * libheif decodes without pausing, so it runs in a thread, which ends after a time limit. The end of the thread also
 * frees the memory, which WebAssembly otherwise keeps.
 *
 * @param bytes - the whole file. The caller has checked the number of its pixels.
 * @throws NotRenderable if the file is broken or takes too long
 */
export async function decodeHeic(bytes: Uint8Array, maxSeconds: number): Promise<HeicPixels> {
  // libheif prints the reason why it rejects a file. The reason is the same for all files, so the output is discarded.
  const thread = new Worker(THREAD, { workerData: bytes, stdout: true, stderr: true, execArgv: [] });
  let timer: NodeJS.Timeout | undefined;

  try {
    return await new Promise<HeicPixels>((resolve, reject) => {
      const fail = (reason: string) => reject(new NotRenderable(`HEIC: ${reason}`));
      timer = setTimeout(() => fail(`longer than ${maxSeconds} s`), maxSeconds * 1000);
      thread.once('message', resolve);
      thread.once('error', (error) => fail(error instanceof Error ? error.message : String(error)));
      thread.once('exit', () => fail('the thread ended without a picture'));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
