/** The thread of decode-heic.ts: receives a HEIC file as `workerData`, and sends its pixels. */
import { parentPort, workerData } from 'node:worker_threads';
import createLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import type { HeicPixels } from './decode-heic.ts';

/**
 * Returns the pixels of the file's primary picture.
 *
 * @throws Error if the file has no picture that libheif can decode
 */
function decode(bytes: Uint8Array): Promise<HeicPixels> {
  const images = new (createLibheif().HeifDecoder)().decode(bytes);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) throw new Error('The file has no picture.');

  const width = image.get_width();
  const height = image.get_height();
  const data = new Uint8Array(width * height * 4);

  return new Promise((resolve, reject) => {
    const finish = (done: object | null) =>
      done ? resolve({ data, width, height }) : reject(new Error('The picture is broken.'));
    image.display({ data, width, height }, finish);
  });
}

const pixels = await decode(workerData as Uint8Array);
parentPort?.postMessage(pixels, [pixels.data.buffer]);
