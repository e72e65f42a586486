import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { toLatin1, viewOf } from './bytes.ts';
import type { CleaningOptions } from './cleaning-plan.ts';
import type { Overwrites } from './overwrites.ts';

/**
 * A box of an ISO base media file (ISO/IEC 14496-12), such as MP4, MOV, HEIC, or AVIF. Positions are in bytes.
 * `payloadStart` is the position after the size and type, even in boxes of type `uuid`.
 */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly payloadStart: number;
  readonly end: number;
}

/** Bytes of a file, read into memory, with their position in the file. */
export interface Region {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly offset: number;
}

/** The state that the cleaners of one file share. */
export interface IsoCleaning {
  readonly source: ByteSource;
  readonly options: CleaningOptions;
  readonly overwrites: Overwrites;
  /** Boxes of the top level. */
  readonly boxes: readonly Box[];
}

/** Size of a box's size and type, in bytes. */
export const BOX_HEADER_BYTES = 8;

/** Size of a box's size, type, and `largesize`, in bytes. */
const LARGE_HEADER_BYTES = 16;

/** Size of the version (1) and flags (3) that the payload of a full box begins with, in bytes. */
export const FULL_BOX_BYTES = 4;

/** Position of the handler type in the payload of `hdlr`, in bytes. Version, flags, and a reserved field precede it. */
const HANDLER_TYPE_START = 8;

/** Position of the name in the payload of `hdlr`, in bytes. Reserved fields follow the handler type. */
export const HANDLER_NAME_START = 24;

/** Maximum number of boxes of the top level. Two hours in fragments of one second have 14,400 boxes. */
const MAX_TOP_LEVEL_BOXES = 20_000;

/** Maximum size in bytes of a box that is read into memory. The `moov` of ten hours of video has about 20 MB. */
const MAX_BOX_IN_MEMORY = 64 * 1024 * 1024;

/** Boxes of the top level that players and decoders use. Others are removed. */
export const TOP_LEVEL_TYPES: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'imda',
  'mfra',
  'sidx',
  'ssix',
  'pdin',
  'pssh',
  'meta',
  'free',
  'skip',
  'wide',
  'uuid',
]);

/** Returns bytes from `start` to `end` as text of one character per byte, such as a box type. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  return toLatin1(bytes.subarray(start, end));
}

/**
 * Returns an unsigned integer of 0, 4, or 8 bytes.
 *
 * @throws InvalidMediaError if it isn't a safe integer
 */
export function readUint(view: DataView, position: number, length: number): number {
  if (length === 0) return 0;
  if (position + length > view.byteLength) throw new InvalidMediaError();
  if (length === 4) return view.getUint32(position);

  const value = Number(view.getBigUint64(position));
  if (!Number.isSafeInteger(value)) throw new InvalidMediaError();
  return value;
}

/** The start of a box. */
interface Header {
  readonly type: string;
  readonly headerSize: number;
  /** Size in bytes; 0 for a box that reaches to the end. */
  readonly size: number;
}

/** Reads the start of a box. Returns undefined if it is cut off or states an impossible size. */
function readHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.length < BOX_HEADER_BYTES) return undefined;

  const view = viewOf(bytes);
  const type = readText(bytes, 4, 8);
  const size = view.getUint32(0);
  if (size !== 1) {
    return size === 0 || size >= BOX_HEADER_BYTES ? { type, headerSize: BOX_HEADER_BYTES, size } : undefined;
  }

  // The size 1 announces a size of 64 bits after the type.
  if (bytes.length < LARGE_HEADER_BYTES) return undefined;

  const largeSize = Number(view.getBigUint64(BOX_HEADER_BYTES));
  const isValid = largeSize >= LARGE_HEADER_BYTES && Number.isSafeInteger(largeSize);
  return isValid ? { type, headerSize: LARGE_HEADER_BYTES, size: largeSize } : undefined;
}

/**
 * Returns the boxes between two positions. Fewer than 8 remaining bytes are ignored: QuickTime ends lists with a zero.
 *
 * @throws InvalidMediaError if a size is wrong
 */
export function listBoxes(bytes: Uint8Array, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let position = start;
  while (end - position >= BOX_HEADER_BYTES) {
    const header = readHeader(bytes.subarray(position, end));
    if (!header || header.size === 0 || header.size > end - position) throw new InvalidMediaError();

    const { type, headerSize, size } = header;
    boxes.push({ type, start: position, payloadStart: position + headerSize, end: position + size });
    position += size;
  }

  return boxes;
}

/** Returns the first box of a type. */
export function findBox(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type);
}

/** Returns the children of a box; `skip` is the number of bytes before the first child. */
export function childrenOf(bytes: Uint8Array, box: Box | undefined, skip = 0): Box[] {
  return box ? listBoxes(bytes, box.payloadStart + skip, box.end) : [];
}

/** Returns the box at the end of a path of types. */
export function findPath(bytes: Uint8Array, boxes: readonly Box[], ...path: string[]): Box | undefined {
  const [type = '', ...rest] = path;
  const box = findBox(boxes, type);
  return box && rest.length > 0 ? findPath(bytes, childrenOf(bytes, box), ...rest) : box;
}

/**
 * Returns the boxes of the top level, and the position of their end. Later data is not part of the file's structure.
 *
 * @throws InvalidMediaError if the boxes end before a description (`moov` or `meta`)
 */
export async function readTopLevel(source: ByteSource): Promise<{ boxes: Box[]; end: number }> {
  const boxes: Box[] = [];
  let position = 0;
  while (position < source.size) {
    const header = readHeader(await source.read(position, Math.min(position + LARGE_HEADER_BYTES, source.size)));
    // The size 0 announces a box that reaches to the end of the file.
    const size = header?.size || source.size - position;
    const isUnknownRest = header?.size === 0 && !TOP_LEVEL_TYPES.has(header.type);
    if (!header || isUnknownRest || position + size > source.size) {
      return endTopLevel(boxes, header, position, source.size);
    }

    boxes.push({
      type: header.type,
      start: position,
      payloadStart: position + header.headerSize,
      end: position + size,
    });
    if (boxes.length > MAX_TOP_LEVEL_BOXES) throw new InvalidMediaError();
    position += size;
  }

  return { boxes, end: position };
}

/**
 * Returns the boxes before data that isn't a whole box, and the position of their end.
 *
 * @param header - the start of the data, if it can be read as a box
 * @throws InvalidMediaError if a box that players need is cut off, unless the file still plays
 */
function endTopLevel(
  boxes: readonly Box[],
  header: Header | undefined,
  position: number,
  fileSize: number,
): { boxes: Box[]; end: number } {
  const hasDescription = boxes.some(({ type }) => type === 'moov' || type === 'meta');
  if (!hasDescription) throw new InvalidMediaError();

  // A recording that was cut off within its media data still plays up to the cut.
  if (header?.type === 'mdat' && position + header.size > fileSize) {
    const mdat = { type: 'mdat', start: position, payloadStart: position + header.headerSize, end: fileSize };
    return { boxes: [...boxes, mdat], end: fileSize };
  }

  if (header && TOP_LEVEL_TYPES.has(header.type)) throw new InvalidMediaError();
  return { boxes: [...boxes], end: position };
}

/** Returns the handler type of a `hdlr` box: four letters that name the kind of media or metadata, such as `vide`. */
export function readHandlerType(bytes: Uint8Array, hdlr: Box): string {
  const start = hdlr.payloadStart + HANDLER_TYPE_START;
  return readText(bytes, start, start + 4);
}

/** Returns the first box of a region. */
export function rootOf({ bytes }: Region): Box {
  const [root] = listBoxes(bytes, 0, bytes.length);
  if (!root) throw new InvalidMediaError();
  return root;
}

/**
 * Reads a box of the top level into memory, as a region with one box.
 *
 * @throws InvalidMediaError if the box is too large
 */
export async function readBox(source: ByteSource, { start, end }: Box): Promise<Region> {
  if (end - start > MAX_BOX_IN_MEMORY) throw new InvalidMediaError();
  return { bytes: await source.read(start, end), offset: start };
}
