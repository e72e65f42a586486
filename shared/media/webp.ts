import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import { type Cleaner, type CleaningOptions, PlanBuilder, type RemovedKind } from './cleaning-plan.ts';
import { cleanExif } from './exif.ts';
import { kindsOfXmp } from './xmp.ts';

/** Size of the RIFF header in bytes: `RIFF`, the length of the rest of the file, and `WEBP`. */
const RIFF_BYTES = 12;

/** Bytes before a chunk's data: its type and length. The RIFF header begins with the same fields. */
const CHUNK_HEADER_BYTES = 8;

/** Position of the length in a chunk, in bytes. The length is little-endian, and excludes type and length. */
const LENGTH_START = 4;

/** Size of the data of the chunk VP8X, in bytes. */
const VP8X_BYTES = 10;

/** Bytes before the chunks of a frame: its position, size, and duration. */
const FRAME_BYTES = 16;

/** Flags in the first byte of VP8X's data, which announce chunks. */
const XMP_FLAG = 0x04;
const EXIF_FLAG = 0x08;

/** The start of a JPEG's EXIF payload. Some writers add it to WebP, and some readers need it then. */
const JPEG_EXIF_PREFIX = 'Exif\0\0';

/** Chunks with the pixels of a picture. */
const IMAGE = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** Chunks that change how the picture looks. */
const RENDERING = new Set([...IMAGE, 'ANIM', 'ICCP']);

/** Maximum bytes of a metadata chunk that are read. Of longer XMP, only these bytes are searched for a position. */
const MAX_METADATA_BYTES = 1024 * 1024;

interface Chunk {
  readonly type: string;
  readonly start: number;
  /** The end of the chunk's data, before the padding to an even length. */
  readonly dataEnd: number;
  readonly end: number;
}

/**
 * Plans the cleaning of a WebP file. It is a RIFF container, whose header has the length of the file. The flags of its
 * chunk VP8X announce the other chunks.
 */
export const cleanWebp: Cleaner = async (source, options) => {
  // Copies the header, because the source may own its bytes.
  const header = (await source.read(0, RIFF_BYTES)).slice();
  const declaredSize = viewOf(header).getUint32(LENGTH_START, true);
  const riffEnd = Math.min(source.size, CHUNK_HEADER_BYTES + declaredSize);
  const chunks = await readChunks(source, RIFF_BYTES, riffEnd);
  const firstChunk = chunks[0];
  if (!firstChunk || !(firstChunk.type === 'VP8X' || IMAGE.has(firstChunk.type))) {
    throw new InvalidMediaError('No image chunk');
  }

  const plan = new PlanBuilder();
  // Without VP8X, readers stop at the image.
  const exif = firstChunk.type === 'VP8X' ? await readExif(source, chunks, options) : undefined;

  for (const chunk of chunks) {
    if (chunk === firstChunk && chunk.type === 'VP8X') {
      await addFeatures(plan, source, chunk, { hasExif: exif?.data !== undefined });
    } else {
      await addChunk(plan, source, chunk, exif);
    }
  }
  if (chunks.at(-1)!.end < source.size) plan.remove('personal');

  const body = plan.build(source.size);
  if (body.removed.size === 0) return body;

  // The length in the header of a cut off file stays too long, so that decoders still detect the cut.
  viewOf(header).setUint32(LENGTH_START, declaredSize - (riffEnd - RIFF_BYTES - body.size), true);
  return { ...body, parts: [header, ...body.parts], size: RIFF_BYTES + body.size };
};

/** Adds a chunk, or the part of it that stays. */
async function addChunk(plan: PlanBuilder, source: ByteSource, chunk: Chunk, exif: Exif | undefined): Promise<void> {
  if (RENDERING.has(chunk.type)) {
    plan.keep(chunk.start, chunk.end);
  } else if (chunk.type === 'ANMF') {
    await addFrame(plan, source, chunk);
  } else if (chunk === exif?.chunk) {
    plan.remove(...exif.removed);
    if (exif.removed.size === 0) plan.keep(chunk.start, chunk.end);
    else if (exif.data) plan.insert(writeChunk('EXIF', exif.data));
  } else if (chunk.type === 'XMP ') {
    plan.remove(...kindsOfXmp(await source.read(chunk.start, Math.min(chunk.end, chunk.start + MAX_METADATA_BYTES))));
  } else {
    plan.remove('personal');
  }
}

/** Returns the chunks between two offsets. The last one may be cut off. */
async function readChunks(source: ByteSource, start: number, end: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let position = start; position + CHUNK_HEADER_BYTES <= end; ) {
    const head = await source.read(position, position + CHUNK_HEADER_BYTES);
    const dataEnd = position + CHUNK_HEADER_BYTES + viewOf(head).getUint32(LENGTH_START, true);
    chunks.push({
      type: toLatin1(head.subarray(0, 4)),
      start: position,
      dataEnd,
      end: Math.min(end, dataEnd + (dataEnd % 2)),
    });
    position = chunks.at(-1)!.end;
  }

  return chunks;
}

/** Adds the chunk VP8X, with flags only for the remaining chunks. */
async function addFeatures(
  plan: PlanBuilder,
  source: ByteSource,
  chunk: Chunk,
  { hasExif }: { readonly hasExif: boolean },
): Promise<void> {
  if (chunk.end - chunk.start < CHUNK_HEADER_BYTES + VP8X_BYTES) throw new InvalidMediaError('Short VP8X');

  const flagsStart = chunk.start + CHUNK_HEADER_BYTES;
  const flags = (await source.read(flagsStart, flagsStart + 1))[0]!;

  plan.keep(chunk.start, flagsStart);
  plan.insert(Uint8Array.of(flags & ~XMP_FLAG & (hasExif ? 0xff : ~EXIF_FLAG)));
  plan.keep(flagsStart + 1, chunk.end);
}

/** Adds a frame of an animation with only the chunks of its picture. */
async function addFrame(plan: PlanBuilder, source: ByteSource, frame: Chunk): Promise<void> {
  const start = frame.start + CHUNK_HEADER_BYTES + FRAME_BYTES;
  const isWhole = start <= frame.dataEnd && frame.dataEnd <= frame.end;
  const chunks = isWhole ? await readChunks(source, start, frame.dataEnd) : [];

  // Decoders continue after the frame's chunks, whatever its length is. The data at that position is unknown.
  const chunksEnd = chunks.at(-1)?.dataEnd ?? start;
  if (isWhole && chunksEnd + (chunksEnd % 2) !== frame.dataEnd) throw new InvalidMediaError('Frame of another length');

  const images = chunks.filter(({ type }) => IMAGE.has(type));
  if (images.length === chunks.length) return plan.keep(frame.start, frame.end);

  plan.remove('personal');
  const head = (await source.read(frame.start, start)).slice();
  const frameLength = images.reduce((sum, image) => sum + image.end - image.start, FRAME_BYTES);
  viewOf(head).setUint32(LENGTH_START, frameLength, true);
  plan.insert(head);
  for (const image of images) plan.keep(image.start, image.end);
}

interface Exif {
  readonly chunk: Chunk;
  readonly removed: ReadonlySet<RemovedKind>;
  /** The chunk's new data; undefined if no field stays. */
  readonly data: Uint8Array | undefined;
}

/** Cleans the first EXIF chunk, which is the one that readers use. Returns undefined if it can't be read. */
async function readExif(
  source: ByteSource,
  chunks: readonly Chunk[],
  options: CleaningOptions,
): Promise<Exif | undefined> {
  const chunk = chunks.find(({ type }) => type === 'EXIF');
  if (!chunk || chunk.dataEnd > chunk.end || chunk.end - chunk.start > MAX_METADATA_BYTES) return undefined;

  const data = await source.read(chunk.start + CHUNK_HEADER_BYTES, chunk.dataEnd);
  const hasPrefix = toLatin1(data.subarray(0, JPEG_EXIF_PREFIX.length)) === JPEG_EXIF_PREFIX;
  const prefixLength = hasPrefix ? JPEG_EXIF_PREFIX.length : 0;
  const cleanedExif = cleanExif(data.slice(prefixLength), options);
  if (!cleanedExif) return undefined;

  const isEmpty = cleanedExif.bytes.length === 0;
  return {
    chunk,
    removed: cleanedExif.removed,
    data: isEmpty ? undefined : concatBytes(data.subarray(0, prefixLength), cleanedExif.bytes),
  };
}

function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = concatBytes(fromLatin1(type), new Uint8Array(4), data, new Uint8Array(data.length % 2));
  viewOf(chunk).setUint32(LENGTH_START, data.length, true);
  return chunk;
}
