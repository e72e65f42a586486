/** Small valid files that tests upload: a picture of any size, a text, a document, and an archive. */
import { encodePng } from './png.ts';

/** The width of each picture, in pixels. The height depends on the requested size. */
const PNG_WIDTH = 256;

/** The bytes of a row: red, green, and blue of each pixel. */
const PNG_ROW_BYTES = PNG_WIDTH * 3;

/** Creates a valid PNG of noise with at least this many bytes. Different seeds give different bytes. */
export function createPng(minimumBytes: number, seed = 1): Buffer {
  const rows = Math.max(1, Math.ceil(minimumBytes / PNG_ROW_BYTES));
  const pixels = createNoise(rows * PNG_ROW_BYTES, seed);

  // Level 0 doesn't compress, so the PNG has more bytes than the pixels.
  return encodePng({ width: PNG_WIDTH, height: rows, pixels, deflateLevel: 0 });
}

/** Returns noise that is the same for the same seed, from the random generator in the C standard's example. */
function createNoise(length: number, seed: number): Uint8ClampedArray {
  const noise = new Uint8ClampedArray(length);
  let state = seed;

  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    // The lowest bits repeat after a few numbers, so this takes eight higher ones.
    noise[index] = (state >>> 16) & 0xff;
  }

  return noise;
}

/** A text file. */
export const TEXT = Buffer.from('The tide was out, and so were we.\n');

/** A document of one empty page. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** An archive without files. It has only the record that ends an archive: a signature, and 18 bytes of zero counts. */
export const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
