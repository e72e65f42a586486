import { crc32, deflateSync } from 'node:zlib';
import type { Motif } from './avatar-motifs.ts';
import type { Colour, Shape } from './avatar-shapes.ts';

/** Pixels of each side: twice those of the largest profile picture on a page. */
const SIDE_PIXELS = 192;

/** The first eight bytes of every PNG. */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Draws a square picture. Returns it as PNG, always with the same bytes. */
export function drawAvatar({ background: [top, bottom], shapes }: Motif): Buffer {
  const pixels = new Uint8ClampedArray(SIDE_PIXELS * SIDE_PIXELS * 3);
  for (let y = 0; y < SIDE_PIXELS; y++) {
    for (let x = 0; x < SIDE_PIXELS; x++) {
      blend(pixels, x, y, top, 1);
      blend(pixels, x, y, bottom, y / SIDE_PIXELS);
    }
  }

  for (const shape of shapes) drawShape(pixels, shape);
  return encodePng(pixels);
}

function drawShape(pixels: Uint8ClampedArray, { colour, covers, bounds: [from, to] }: Shape): void {
  // Converts a position from -1 to 1 into a row or column of the picture.
  const toPixel = (position: number) => Math.min(SIDE_PIXELS, Math.max(0, ((position + 1) / 2) * SIDE_PIXELS));

  for (let y = Math.floor(toPixel(from[1])); y < toPixel(to[1]); y++) {
    for (let x = Math.floor(toPixel(from[0])); x < toPixel(to[0]); x++) {
      const opacity = computeCoverage(covers, x, y);
      if (opacity > 0) blend(pixels, x, y, colour, opacity);
    }
  }
}

/** Returns the share of a pixel that a shape covers, from 0 to 1. Four samples make its edges smooth. */
function computeCoverage(covers: Shape['covers'], x: number, y: number): number {
  let coveredSamples = 0;
  for (let sample = 0; sample < 4; sample++) {
    const dx = 0.25 + 0.5 * (sample % 2);
    const dy = 0.25 + 0.5 * (sample >> 1);
    if (covers(((x + dx) / SIDE_PIXELS) * 2 - 1, ((y + dy) / SIDE_PIXELS) * 2 - 1)) coveredSamples++;
  }
  return coveredSamples / 4;
}

/** Draws a colour over one pixel. An opacity of 1 replaces it. */
function blend(pixels: Uint8ClampedArray, x: number, y: number, colour: Colour, opacity: number): void {
  const offset = (y * SIDE_PIXELS + x) * 3;
  for (const [channel, level] of colour.entries()) {
    const below = pixels[offset + channel]!;
    pixels[offset + channel] = below + (level - below) * opacity;
  }
}

/** Encodes pixels of three bytes as a PNG: its header, the compressed rows, and the end. */
function encodePng(pixels: Uint8ClampedArray): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE_PIXELS, 0);
  header.writeUInt32BE(SIDE_PIXELS, 4);
  // Eight bits per channel, true colour, and the default compression, filter, and interlacing.
  header.set([8, 2, 0, 0, 0], 8);

  const rowBytes = SIDE_PIXELS * 3;
  const rows = Buffer.alloc(SIDE_PIXELS * (rowBytes + 1));
  // The first byte of a row is its filter: none.
  for (let y = 0; y < SIDE_PIXELS; y++)
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);

  const data = deflateSync(rows, { level: 3 });
  return Buffer.concat([PNG_SIGNATURE, createChunk('IHDR', header), createChunk('IDAT', data), createChunk('IEND')]);
}

/** Creates a chunk of a PNG: its length, type, data, and checksum. */
function createChunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
