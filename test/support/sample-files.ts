import { encodePng } from './png.ts';

/** Creates a valid PNG of incompressible noise with at least this many bytes. */
export function createPng(minimumBytes: number, seed = 1): Buffer {
  const width = 256;
  const rows = Math.max(1, Math.ceil(minimumBytes / (width * 3)));
  const pixels = new Uint8ClampedArray(rows * width * 3);

  // A linear congruential generator: noise that is the same for the same seed.
  let state = seed;
  for (let index = 0; index < pixels.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    pixels[index] = (state >>> 16) & 0xff;
  }

  // Level 0 doesn't compress, so the PNG has more bytes than the pixels.
  return encodePng(width, rows, pixels, 0);
}

/** A text file. */
export const TEXT = Buffer.from('The tide was out, and so were we.\n');

/** A document of one empty page. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** An archive without files. */
export const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
