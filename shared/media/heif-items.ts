import { InvalidMediaError } from './byte-source.ts';
import { concatBytes, viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';
import { cleanExif } from './exif.ts';
import {
  type Box,
  childrenOf,
  FULL_BOX_BYTES,
  findBox,
  type IsoCleaning,
  listBoxes,
  type Region,
  readText,
  readUint,
  rootOf,
} from './iso-boxes.ts';
import { blankBox, isPlaybackUuid, zeroRange } from './movie-tree.ts';
import { type ByteRange, overlaps } from './sample-ranges.ts';
import { kindsOfXmp } from './xmp.ts';

/** Children of `meta` that decoders use. */
const NEEDED_BOXES = new Set([
  'hdlr',
  'pitm',
  'iinf',
  'iref',
  'iprp',
  'iloc',
  'idat',
  'grpl',
  'dinf',
  'ipro',
  'free',
  'skip',
  'uuid',
]);

/** Properties that decoders don't need, with the kind of their data: texts, dates, and data of makers. */
const DESCRIPTIONS: ReadonlyMap<string, RemovedKind> = new Map([
  ['udes', 'personal'],
  ['altt', 'personal'],
  ['uuid', 'personal'],
  ['crtt', 'camera'],
  ['mdft', 'camera'],
]);

/** Maximum bytes of an `infe` box that are searched for the item's media type. */
const MAX_ENTRY_BYTES = 500;

/** Construction methods of an item's data: in the file, or in the `idat` box. Higher methods derive it from items. */
const IN_FILE = 0;
const IN_IDAT = 1;

/** Media type of an XMP packet. */
const XMP_TYPE = 'application/rdf+xml';

/** Maximum size of an item with metadata, in bytes. */
const MAX_ITEM_BYTES = 16 * 1024 * 1024;

/** An item of a file: a picture, or metadata. */
interface Item {
  readonly id: number;
  readonly type: string;
  /** Media type of an item of type `mime`. */
  readonly mediaType: string;
}

/** Cleans the `meta` box of HEIC or AVIF. Overwrites items with metadata, so that all items keep their positions. */
export async function cleanItems(region: Region, context: IsoCleaning): Promise<void> {
  const { bytes } = region;
  const boxes = childrenOf(bytes, rootOf(region), FULL_BOX_BYTES);

  for (const box of boxes) {
    const isUnneeded =
      box.type === 'uuid' ? !isPlaybackUuid(bytes.subarray(box.payload, box.end)) : !NEEDED_BOXES.has(box.type);
    if (isUnneeded) blankBox(region, box, context, 'personal');

    if (box.type === 'free' || box.type === 'skip') zeroRange(region, box.payload, box.end, context, 'personal');
  }

  cleanProperties(region, findBox(boxes, 'iprp'), context);

  const iinf = findBox(boxes, 'iinf');
  const iloc = findBox(boxes, 'iloc');
  if (!iinf || !iloc) return;

  const items = readItems(bytes, iinf);
  const locations = readLocations(region, iloc, findBox(boxes, 'idat'), context);
  const metadataItems = items.filter(isMetadata);
  const metadataIds = new Set(metadataItems.map(({ id }) => id));
  const keptRanges = [...locations].filter(([id]) => !metadataIds.has(id)).flatMap(([, ranges]) => ranges);

  for (const item of metadataItems) {
    const ranges = locations.get(item.id);
    if (!ranges || ranges.length === 0) continue;

    const isInside = ranges.every(({ start, end }) => isItemData(start, end, region, findBox(boxes, 'idat'), context));
    if (!isInside || overlaps(keptRanges, ranges)) throw new InvalidMediaError();
    await overwriteItem(item, ranges, context);
  }
}

/** Returns whether an item is EXIF, XMP, or of an unknown format. Items of pictures and of their structure aren't. */
function isMetadata({ type, mediaType }: Item): boolean {
  if (type === 'mime') return !/^(image|video)\//.test(mediaType);
  return type === 'Exif' || type === 'uri ' || type === 'xml ';
}

/** Removes the properties of items that decoders don't need. */
function cleanProperties(region: Region, iprp: Box | undefined, context: IsoCleaning): void {
  const { bytes } = region;
  // Items refer to properties by their number in the list, so removed properties stay as `free` boxes.
  for (const property of childrenOf(bytes, findBox(childrenOf(bytes, iprp), 'ipco'))) {
    const kind = DESCRIPTIONS.get(property.type);
    if (kind === 'personal' || (kind === 'camera' && !context.options.keepCameraData)) {
      blankBox(region, property, context, kind);
    }
    if (property.type === 'free') zeroRange(region, property.payload, property.end, context, 'personal');
  }
}

/** Reads the list of items (`iinf`): their IDs and types. */
function readItems(bytes: Uint8Array, iinf: Box): Item[] {
  const view = viewOf(bytes);
  // The number of items has 4 bytes since version 1, and 2 bytes before.
  const countBytes = view.getUint8(iinf.payload) > 0 ? 4 : 2;
  const entries = listBoxes(bytes, iinf.payload + FULL_BOX_BYTES + countBytes, iinf.end);

  return entries
    .filter(({ type }) => type === 'infe')
    .map(({ payload, end }) => {
      const version = view.getUint8(payload);
      const idStart = payload + FULL_BOX_BYTES;

      // The ID (2 bytes) and the protection index (2 bytes) precede the name. The media type follows the name.
      if (version < 2) {
        const [, mediaType = ''] = readText(bytes, idStart + 4, Math.min(end, payload + MAX_ENTRY_BYTES)).split('\0');
        return { id: view.getUint16(idStart), type: 'mime', mediaType };
      }

      // The ID has 2 bytes in version 2, and 4 bytes in version 3. A type of 4 bytes follows the protection index.
      const idEnd = idStart + (version === 2 ? 2 : 4);
      const id = version === 2 ? view.getUint16(idStart) : view.getUint32(idStart);
      const [, mediaType = ''] = readText(bytes, idEnd + 6, Math.min(end, idEnd + MAX_ENTRY_BYTES)).split('\0');
      return { id, type: readText(bytes, idEnd + 2, idEnd + 6), mediaType };
    });
}

/**
 * Stands for data that is derived from other items, and so has no position. Metadata with such data makes the file
 * unreadable, because this range lies outside the file.
 */
const DERIVED_DATA: readonly ByteRange[] = [{ start: -1, end: -1 }];

/** Returns the ranges of each item's data in the file, by ID (`iloc`). Items in other files have no range. */
function readLocations(
  { bytes, offset }: Region,
  iloc: Box,
  idat: Box | undefined,
  { source }: IsoCleaning,
): Map<number, readonly ByteRange[]> {
  const view = viewOf(bytes);
  const version = view.getUint8(iloc.payload);
  const sizes = view.getUint16(iloc.payload + FULL_BOX_BYTES);
  // Each is the size of a number in bytes, and has four bits.
  const offsetSize = (sizes >> 12) & 15;
  const lengthSize = (sizes >> 8) & 15;
  const baseSize = (sizes >> 4) & 15;
  const indexSize = sizes & 15;
  if ([offsetSize, lengthSize, baseSize].some((size) => ![0, 4, 8].includes(size))) throw new InvalidMediaError();

  const idSize = version === 2 ? 4 : 2;
  let position = iloc.payload + FULL_BOX_BYTES + 2;

  /** Reads the next number, which has `length` bytes. */
  const readNext = (length: number) => {
    position += length;
    if (position > iloc.end) throw new InvalidMediaError();
    return length === 2 ? view.getUint16(position - 2) : readUint(view, position - length, length);
  };

  const locations = new Map<number, readonly ByteRange[]>();
  for (let count = readNext(idSize); count > 0; count--) {
    const id = readNext(idSize);
    const method = version === 0 ? IN_FILE : readNext(2) & 15;
    // The data reference 0 is this file.
    const isElsewhere = readNext(2) !== 0;
    const base = readNext(baseSize);

    const ranges: ByteRange[] = [];
    for (let extents = readNext(2); extents > 0; extents--) {
      if (version > 0 && indexSize > 0) readNext(indexSize);
      const start = base + readNext(offsetSize);
      const length = readNext(lengthSize);
      const origin = method === IN_IDAT ? offset + (idat?.payload ?? 0) : 0;
      const dataEnd = method === IN_IDAT ? offset + (idat?.end ?? 0) : source.size;
      ranges.push({ start: origin + start, end: length === 0 ? dataEnd : origin + start + length });
    }

    if (isElsewhere) locations.set(id, []);
    else locations.set(id, method > IN_IDAT ? DERIVED_DATA : ranges);
  }

  return locations;
}

/** Returns whether a range is inside the media data of a file, or inside the box `idat` of this region. */
function isItemData(
  start: number,
  end: number,
  { offset }: Region,
  idat: Box | undefined,
  { boxes }: IsoCleaning,
): boolean {
  const places = boxes.filter(({ type }) => type === 'mdat' || type === 'imda');
  if (idat) places.push({ ...idat, payload: offset + idat.payload, end: offset + idat.end });
  return places.some((place) => start >= place.payload && end <= place.end && start < end);
}

/** A TIFF structure with one empty directory: "II", 42, the directory's offset, no fields, and no next directory. */
const EMPTY_TIFF = Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** The byte that pads XMP, which is a text. */
const SPACE = 0x20;

/** An XMP packet without properties. */
const EMPTY_XMP = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');

/** Overwrites an item with metadata: with cleaned data, or with data of the same size that reveals nothing. */
async function overwriteItem(
  item: Item,
  ranges: readonly ByteRange[],
  { source, options, overwrites }: IsoCleaning,
): Promise<void> {
  const size = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > MAX_ITEM_BYTES) throw new InvalidMediaError();

  const pieces: Uint8Array[] = [];
  for (const { start, end } of ranges) pieces.push(await source.read(start, end));
  const data = concatBytes(...pieces);

  const { content, kinds } = item.type === 'Exif' ? cleanExifItem(data, options) : cleanTextItem(item, data);
  const paddedContent = new Uint8Array(size).fill(item.mediaType === XMP_TYPE ? SPACE : 0);
  if (content.length <= size) paddedContent.set(content);
  if (paddedContent.every((byte, index) => byte === data[index])) return;

  let position = 0;
  for (const { start, end } of ranges) {
    overwrites.replace(start, paddedContent.slice(position, position + end - start), ...kinds);
    position += end - start;
  }
}

interface CleanedItem {
  readonly content: Uint8Array;
  readonly kinds: readonly RemovedKind[];
}

function cleanTextItem(item: Item, data: Uint8Array): CleanedItem {
  const isXmp = item.mediaType === XMP_TYPE;
  return { content: isXmp ? EMPTY_XMP : new Uint8Array(0), kinds: kindsOfXmp(data) };
}

/** Size of the offset at the start of an EXIF item, in bytes. It counts the bytes between it and the TIFF structure. */
const TIFF_OFFSET_BYTES = 4;

/** Cleans an EXIF item. */
function cleanExifItem(data: Uint8Array<ArrayBuffer>, options: IsoCleaning['options']): CleanedItem {
  const hasOffset = data.length >= TIFF_OFFSET_BYTES;
  const start = hasOffset ? TIFF_OFFSET_BYTES + viewOf(data).getUint32(0) : data.length;
  const cleanedExif = cleanExif(data.slice(start), options);
  if (cleanedExif?.removed.size === 0) return { content: data, kinds: [] };

  const tiff = cleanedExif && cleanedExif.bytes.length > 0 ? cleanedExif.bytes : EMPTY_TIFF;
  const kinds = cleanedExif ? [...cleanedExif.removed] : (['personal'] as const);
  return { content: concatBytes(new Uint8Array(TIFF_OFFSET_BYTES), tiff), kinds };
}
