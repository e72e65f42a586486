import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import { type Cleaner, type CleaningOptions, PlanBuilder, type RemovedKind } from './cleaning-plan.ts';
import { crc32 } from './crc32.ts';
import { cleanExif } from './exif.ts';
import { inflate } from './inflate.ts';
import { kindsOfXmp } from './xmp.ts';

/** Size of the signature at the start of a file, in bytes. */
const SIGNATURE_BYTES = 8;

/** Bytes before a chunk's data: its length (4), and its type (4). */
const CHUNK_HEADER_BYTES = 8;

/** Bytes after a chunk's data: the CRC-32 of its type and data. */
const CRC_BYTES = 4;

/** Chunks without which a decoder shows no picture. `CgBI` is the first chunk of PNG files for iOS. */
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'CgBI']);

/** Chunks with transparency, colours, the size of a pixel, and animation. */
const RENDERING = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV mDCv cLLI cLLi sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
);

/** Maximum bytes of a metadata chunk that are read. Of a longer text, only these bytes are searched for a position. */
const MAX_METADATA_BYTES = 1024 * 1024;

/** Maximum length of a chunk's data in bytes that the format allows: 2³¹ − 1. */
const MAX_CHUNK_LENGTH = 0x7fffffff;

/** A chunk of a file. */
interface Chunk {
  readonly type: string;
  readonly start: number;
  /** Length of the data, in bytes. */
  readonly length: number;
  /** The end of the chunk, or of the file if it is cut off within the chunk. */
  readonly end: number;
}

/** Plans the cleaning of a PNG or APNG file, which is a list of chunks. Chunks that change the visible picture stay. */
export const cleanPng: Cleaner = async (source, options) => {
  const plan = new PlanBuilder();
  plan.keep(0, SIGNATURE_BYTES);

  let hasExif = false;
  for (let position = SIGNATURE_BYTES; position < source.size; ) {
    if (position + CHUNK_HEADER_BYTES > source.size) {
      plan.keep(position, source.size);
      break;
    }

    const chunk = await readChunk(source, position);
    const { type, end } = chunk;
    if (CRITICAL.has(type) || RENDERING.has(type)) {
      plan.keep(position, end);
    } else if (type === 'eXIf' && !hasExif) {
      hasExif = await addExif(plan, source, chunk, options);
    } else if (type === 'iTXt') {
      plan.remove(...(await kindsOfText(source, position + CHUNK_HEADER_BYTES, end - CRC_BYTES)));
    } else {
      plan.remove('personal');
    }

    position = end;
    if (type === 'IEND') {
      if (end < source.size) plan.remove('personal');
      break;
    }
  }

  return plan.build(source.size);
};

/**
 * Reads the header of a chunk.
 *
 * @throws InvalidMediaError if the file isn't a PNG that this cleaner can read
 */
async function readChunk(source: ByteSource, start: number): Promise<Chunk> {
  const header = await source.read(start, start + CHUNK_HEADER_BYTES);
  const length = viewOf(header).getUint32(0);
  const type = toLatin1(header.subarray(4));
  if (!/^[A-Za-z]{4}$/.test(type) || length > MAX_CHUNK_LENGTH) throw new InvalidMediaError('Not a chunk');

  const isFirst = start === SIGNATURE_BYTES;
  if (isFirst && type !== 'IHDR' && type !== 'CgBI') throw new InvalidMediaError(`${type} before IHDR`);
  // A capital first letter means that a decoder that doesn't know the chunk can't show the picture.
  if (/^[A-Z]/.test(type) && !CRITICAL.has(type)) throw new InvalidMediaError(`Unknown critical chunk ${type}`);

  return { type, start, length, end: Math.min(source.size, start + CHUNK_HEADER_BYTES + length + CRC_BYTES) };
}

/** Returns the kinds of data in a text chunk, whose text can be XMP. The text can be compressed. */
async function kindsOfText(source: ByteSource, start: number, end: number): Promise<readonly RemovedKind[]> {
  const data = await source.read(start, Math.min(Math.max(start, end), start + MAX_METADATA_BYTES));
  const keywordEnd = data.indexOf(0);
  const isCompressed = keywordEnd >= 0 && data[keywordEnd + 1] === 1;
  if (!isCompressed) return kindsOfXmp(data);

  // Between the keyword and the data are the compression flag, the compression method, a language, and a translated
  // keyword. The keyword and the last two end with a zero.
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedKeywordEnd = data.indexOf(0, languageEnd + 1);
  return kindsOfXmp(await inflate(data.slice(translatedKeywordEnd + 1), MAX_METADATA_BYTES));
}

/** Adds the cleaned EXIF chunk. Returns whether fields of it stay. */
async function addExif(
  plan: PlanBuilder,
  source: ByteSource,
  { start, length, end }: Chunk,
  options: CleaningOptions,
): Promise<boolean> {
  const dataEnd = start + CHUNK_HEADER_BYTES + length;
  const isReadable = dataEnd + CRC_BYTES <= end && length <= MAX_METADATA_BYTES;
  const cleanedExif = isReadable
    ? cleanExif((await source.read(start + CHUNK_HEADER_BYTES, dataEnd)).slice(), options)
    : undefined;
  if (cleanedExif?.removed.size === 0) {
    plan.keep(start, end);
    return true;
  }

  plan.remove(...(cleanedExif?.removed ?? ['personal']));
  if (!cleanedExif || cleanedExif.bytes.length === 0) return false;

  plan.insert(writeChunk('eXIf', cleanedExif.bytes));
  return true;
}

function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = concatBytes(new Uint8Array(4), fromLatin1(type), data, new Uint8Array(CRC_BYTES));
  const view = viewOf(chunk);
  view.setUint32(0, data.length);
  view.setUint32(chunk.length - CRC_BYTES, crc32(chunk.subarray(4, -CRC_BYTES)));
  return chunk;
}
