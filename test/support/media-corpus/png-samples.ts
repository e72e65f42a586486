import { crc32, deflateSync } from 'node:zlib';
import { createExif } from './exif-block.ts';
import { createThumbnail } from './jpeg-samples.ts';
import { type MediaSample, SECRET } from './media-sample.ts';
import { createPicture, createPixels } from './pictures.ts';
import { XMP } from './text-blocks.ts';

/** Where the header of a PNG ends: after the signature of 8 bytes and the header chunk of 25 bytes. */
export const PNG_HEADER_END = 33;

/** Size of the last chunk (`IEND`) of a PNG in bytes: length, type, and CRC, without data. */
const END_CHUNK_BYTES = 12;

/** Returns a PNG chunk: length, type, data, and the CRC of type and data. */
export function chunk(type: string, data: Uint8Array | string): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
  const pngChunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), bytes, Buffer.alloc(4)]);
  pngChunk.writeUInt32BE(bytes.length);
  pngChunk.writeUInt32BE(crc32(pngChunk.subarray(4, -4)), pngChunk.length - 4);
  return pngChunk;
}

/** Inserts chunks after a PNG's header. */
function insertChunks(png: Uint8Array, ...chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), ...chunks, png.subarray(PNG_HEADER_END)]);
}

/** Inserts chunks before a PNG's last chunk. */
function insertBeforeEnd(png: Uint8Array, ...chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, -END_CHUNK_BYTES), ...chunks, png.subarray(-END_CHUNK_BYTES)]);
}

/** Returns an animated PNG of three frames. */
function createApng(): Buffer {
  const uint32s = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };

  const size = uint32s(64, 48);
  /** Returns the control chunk of a frame: number, size, position, delay (10/100 s), disposal, and blending. */
  const buildControl = (sequence: number) =>
    chunk('fcTL', Buffer.concat([uint32s(sequence), size, uint32s(0, 0), Buffer.from([0, 10, 0, 100, 0, 0])]));

  /** Returns the compressed pixels of a frame. */
  const compressFrame = (shift: number) => {
    // A row has 64 pixels of 3 bytes. The filter type 0 precedes it.
    const rows = Array.from({ length: 48 }, (_, y) =>
      Buffer.concat([Buffer.from([0]), createPixels(shift).subarray(y * 192, (y + 1) * 192)]),
    );
    return deflateSync(Buffer.concat(rows));
  };

  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    // 8 bits, colour type 2 (RGB), the only methods of compression and of filtering, and no interlacing.
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    // Three frames, which repeat without an end.
    chunk('acTL', uint32s(3, 0)),
    buildControl(0),
    chunk('IDAT', compressFrame(0)),
    buildControl(1),
    chunk('fdAT', Buffer.concat([uint32s(2), compressFrame(80)])),
    buildControl(3),
    chunk('fdAT', Buffer.concat([uint32s(4), compressFrame(160)])),
    chunk('IEND', ''),
  ]);
}

/** Texts in all three formats, and a date. */
const TEXTS = [
  chunk('tEXt', `Author\0${SECRET}`),
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(SECRET)])),
  chunk('iTXt', `Title\0\0\0\0\0${SECRET}`),
  // 2025-06-01 at 12:00:00. The year has two bytes.
  chunk('tIME', Buffer.from([7, 233, 6, 1, 12, 0, 0])),
];

/** XMP, which is a text with a reserved keyword. */
const XMP_CHUNK = chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), XMP]));

/** Compressed XMP: the flag 1, a language, and a translated keyword precede it. */
const COMPRESSED_XMP_CHUNK = chunk(
  'iTXt',
  Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0en\0Title\0'), deflateSync(XMP)]),
);

/** Chunks about colours, which must stay. */
const COLOURS = [
  // 45,455: the reciprocal of a gamma of 2.2, multiplied by 100,000.
  chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
  chunk('sBIT', Buffer.from([8, 8, 8])),
  // 2,835 pixels per metre in both directions.
  chunk('pHYs', Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])),
  // Colours of 16 bits per channel.
  chunk('bKGD', Buffer.from([0, 1, 0, 2, 0, 3])),
  chunk('tRNS', Buffer.from([0, 4, 0, 5, 0, 6])),
];

/** Returns the samples of PNG and APNG files. */
export async function createPngSamples(): Promise<MediaSample[]> {
  const plain = await createPicture().png().toBuffer();
  const palette = await createPicture().png({ palette: true, colours: 16 }).toBuffer();
  const profile = await createPicture().withIccProfile('p3').png().toBuffer();

  const exif = chunk('eXIf', createExif({ thumbnail: await createThumbnail() }));
  // A chunk ends with its checksum.
  const damagedExif = Buffer.from(exif);
  damagedExif[damagedExif.length - 1]! ^= 1;

  const toSample = (
    name: string,
    bytes: Buffer,
    removes: MediaSample['removes'],
    contentType = 'image/png',
  ): MediaSample => ({ name: `PNG ${name}`, contentType, bytes: new Uint8Array(bytes), removes });

  return [
    toSample('with EXIF', insertChunks(plain, exif), ['location', 'personal', 'camera']),
    toSample('with EXIF behind the picture', insertBeforeEnd(plain, exif), ['location', 'personal', 'camera']),
    toSample('with a wrong checksum', insertChunks(plain, damagedExif), ['location', 'personal', 'camera']),
    toSample('with texts and a date', insertChunks(palette, ...TEXTS), ['personal']),
    toSample('with XMP', insertChunks(plain, XMP_CHUNK), ['location', 'personal']),
    toSample('with compressed XMP', insertChunks(plain, COMPRESSED_XMP_CHUNK), ['location', 'personal']),
    toSample('with colours and texts', insertChunks(plain, ...COLOURS, ...TEXTS), ['personal']),
    toSample('with a profile', insertChunks(profile, ...TEXTS), ['personal']),
    toSample('with private chunks', insertChunks(plain, chunk('prVt', SECRET), chunk('vpAg', SECRET)), ['personal']),
    toSample('with trailing data', Buffer.concat([plain, Buffer.from(SECRET)]), ['personal']),
    toSample(
      'animation',
      insertBeforeEnd(insertChunks(createApng(), ...TEXTS), exif),
      ['location', 'personal', 'camera'],
      'image/apng',
    ),
    toSample('cut off', insertChunks(plain, ...TEXTS).subarray(0, -40), ['personal']),
    toSample('cut off in a text', insertChunks(plain, chunk('tEXt', `Author\0${SECRET}`)).subarray(0, 50), [
      'personal',
    ]),
  ];
}
