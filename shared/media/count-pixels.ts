import type { ByteSource } from './byte-source.ts';
import { viewOf } from './bytes.ts';
import { readWebpSize } from './read-webp-size.ts';

/** Size of the header of a GIF, and of the descriptor of one of its pictures, in bytes. */
const GIF_HEADER_BYTES = 13;
const GIF_DESCRIPTOR_BYTES = 10;

/** Bytes up to the end of the size in a PNG and a WebP. */
const HEADER_BYTES = 30;

/** Bytes of a JPEG that are read first. Its metadata are rarely longer. */
const JPEG_START_BYTES = 64 * 1024;

/**
 * Returns the number of pixels that browsers allocate for a picture, from its header; 0 if browsers can't decode it.
 *
 * A picture of a few kilobytes can have billions of pixels, with four bytes each in the memory of every browser that
 * shows it.
 *
 * @param type - the type of the content: PNG, JPEG, GIF, or WebP
 */
export async function countPixels(source: ByteSource, type: string): Promise<number> {
  if (type === 'image/jpeg') return countJpegPixels(source);
  if (type === 'image/gif') return countGifPixels(source);

  const header = await source.read(0, Math.min(HEADER_BYTES, source.size));
  const webpSize = readWebpSize(header);
  if (webpSize) return webpSize.width * webpSize.height;

  // PNG: the first chunk starts with the width and the height.
  const view = viewOf(header);
  return header.length < 24 ? 0 : view.getUint32(16) * view.getUint32(20);
}

/** Reads the size of the screen, and of the first picture, because browsers enlarge the screen to it. */
async function countGifPixels(source: ByteSource): Promise<number> {
  const read = async (start: number, length: number) =>
    viewOf(await source.read(Math.min(start, source.size), Math.min(start + length, source.size)));

  const header = await read(0, GIF_HEADER_BYTES);
  if (header.byteLength < GIF_HEADER_BYTES) return 0;
  const screen = { width: header.getUint16(6, true), height: header.getUint16(8, true) };
  const flags = header.getUint8(10);
  let position = GIF_HEADER_BYTES + (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

  for (;;) {
    const block = await read(position, GIF_DESCRIPTOR_BYTES);
    const isPicture = block.byteLength === GIF_DESCRIPTOR_BYTES && block.getUint8(0) === 0x2c;
    if (isPicture) {
      const right = block.getUint16(1, true) + block.getUint16(5, true);
      const bottom = block.getUint16(3, true) + block.getUint16(7, true);
      return Math.max(screen.width, right) * Math.max(screen.height, bottom);
    }
    if (block.byteLength < 3 || block.getUint8(0) !== 0x21) return screen.width * screen.height;

    // An extension: its introducer, its label, and sub-blocks that start with their length. The last is empty.
    position += 2;
    for (let length = -1; length !== 0; position += length + 1) {
      const subBlock = await read(position, 1);
      if (subBlock.byteLength === 0) return screen.width * screen.height;
      length = subBlock.getUint8(0);
    }
  }
}

/** Reads the size in the frame header of a JPEG, which follows the metadata. */
async function countJpegPixels(source: ByteSource): Promise<number> {
  const start = await source.read(0, Math.min(JPEG_START_BYTES, source.size));
  return findJpegPixels(start) ?? findJpegPixels(await source.read(0, source.size)) ?? 0;
}

/**
 * Returns the pixels of a JPEG; undefined if its bytes end before the frame header. Skips bytes between segments, as
 * browsers do.
 */
function findJpegPixels(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);

  // The first two bytes start the file.
  for (let position = 2; ; ) {
    while (position < bytes.length && bytes[position] !== 0xff) position++;
    while (bytes[position] === 0xff) position++;

    const marker = bytes[position++];
    if (marker === undefined || position + 7 > bytes.length) return undefined;
    // The end of the file, or the start of the pixels.
    if (marker === 0xd9 || marker === 0xda) return 0;

    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return view.getUint16(position + 3) * view.getUint16(position + 5);

    const hasLength = marker > 0x01 && (marker < 0xd0 || marker > 0xd8);
    if (hasLength) position += Math.max(2, view.getUint16(position));
  }
}
