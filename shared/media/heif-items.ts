import { InvalidMedia } from './byte-source.ts';
import { concatBytes, viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';
import { cleanExif } from './exif.ts';
import {
  type Box,
  childrenOf,
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

/**
 * Cleans the items of HEIC and AVIF. Items with metadata keep their place and size: their bytes are overwritten.
 */

/** Children of `meta` that decoders use. */
const KNOWN = new Set([
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
/** Properties of items that describe instead of decode: texts, dates, and anything of a maker. */
const DESCRIPTIONS: ReadonlyMap<string, RemovedKind> = new Map([
  ['udes', 'personal'],
  ['altt', 'personal'],
  ['uuid', 'personal'],
  ['crtt', 'camera'],
  ['mdft', 'camera'],
]);
const MAX_ITEM = 16 * 1024 * 1024;

interface Item {
  readonly id: number;
  readonly type: string;
  /** Media type of an item of type `mime`. */
  readonly mediaType: string;
}

/** Cleans the `meta` box of pictures, and overwrites the items with metadata. */
export async function cleanItems(region: Region, context: IsoCleaning): Promise<void> {
  const { bytes } = region;
  const boxes = childrenOf(bytes, rootOf(region), 4);
  for (const box of boxes) {
    const isUnneeded =
      box.type === 'uuid' ? !isPlaybackUuid(bytes.subarray(box.payload, box.end)) : !KNOWN.has(box.type);
    if (isUnneeded) blankBox(region, box, context, 'personal');
    if (box.type === 'free' || box.type === 'skip') zeroRange(region, box.payload, box.end, context, 'personal');
  }
  cleanProperties(region, findBox(boxes, 'iprp'), context);

  const iinf = findBox(boxes, 'iinf');
  const iloc = findBox(boxes, 'iloc');
  if (!iinf || !iloc) return;

  const items = readItems(bytes, iinf);
  const locations = readLocations(region, iloc, findBox(boxes, 'idat'), context);
  const metadata = items.filter(isMetadata);
  const ids = new Set(metadata.map(({ id }) => id));
  const kept = [...locations].filter(([id]) => !ids.has(id)).flatMap(([, ranges]) => ranges);

  for (const item of metadata) {
    const ranges = locations.get(item.id);
    if (!ranges || ranges.length === 0) continue;
    const isInside = ranges.every(({ start, end }) => isItemData(start, end, region, findBox(boxes, 'idat'), context));
    if (!isInside || overlaps(kept, ranges)) throw new InvalidMedia();
    await overwriteItem(item, ranges, context);
  }
}

/** Items of pictures and of their structure stay. All others describe: EXIF, XMP, and unknown formats. */
function isMetadata({ type, mediaType }: Item): boolean {
  if (type === 'mime') return !/^(image|video)\//.test(mediaType);
  return type === 'Exif' || type === 'uri ' || type === 'xml ';
}

function cleanProperties(region: Region, iprp: Box | undefined, context: IsoCleaning): void {
  const { bytes } = region;
  // Positions in the list are numbers that items refer to, so that removed properties stay as `free` boxes.
  for (const property of childrenOf(bytes, findBox(childrenOf(bytes, iprp), 'ipco'))) {
    const kind = DESCRIPTIONS.get(property.type);
    if (kind === 'personal' || (kind === 'camera' && !context.options.keepCameraData))
      blankBox(region, property, context, kind);
    if (property.type === 'free') zeroRange(region, property.payload, property.end, context, 'personal');
  }
}

function readItems(bytes: Uint8Array, iinf: Box): Item[] {
  const view = viewOf(bytes);
  const isLong = view.getUint8(iinf.payload) > 0;
  const entries = listBoxes(bytes, iinf.payload + (isLong ? 8 : 6), iinf.end);

  return entries
    .filter(({ type }) => type === 'infe')
    .map(({ payload, end }) => {
      const version = view.getUint8(payload);
      if (version < 2) {
        const [, mediaType = ''] = readText(bytes, payload + 8, Math.min(end, payload + 500)).split('\0');
        return { id: view.getUint16(payload + 4), type: 'mime', mediaType };
      }
      const afterId = payload + (version === 2 ? 6 : 8);
      const id = version === 2 ? view.getUint16(payload + 4) : view.getUint32(payload + 4);
      const [, mediaType = ''] = readText(bytes, afterId + 6, Math.min(end, afterId + 500)).split('\0');
      return { id, type: readText(bytes, afterId + 2, afterId + 6), mediaType };
    });
}

/** Returns where the data of each item is in the file. Items in other files and derived from items have no range. */
function readLocations(
  { bytes, offset }: Region,
  iloc: Box,
  idat: Box | undefined,
  { source }: IsoCleaning,
): Map<number, ByteRange[]> {
  const view = viewOf(bytes);
  const version = view.getUint8(iloc.payload);
  const sizes = view.getUint16(iloc.payload + 4);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15) as [
    number,
    number,
    number,
    number,
  ];
  if ([offsetSize, lengthSize, baseSize].some((size) => ![0, 4, 8].includes(size))) throw new InvalidMedia();

  const idSize = version === 2 ? 4 : 2;
  let position = iloc.payload + 6;

  const next = (length: number) => {
    position += length;
    if (position > iloc.end) throw new InvalidMedia();
    return length === 2 ? view.getUint16(position - 2) : readUint(view, position - length, length);
  };

  const locations = new Map<number, ByteRange[]>();
  for (let count = next(idSize); count > 0; count--) {
    const id = next(idSize);
    const method = version === 0 ? 0 : next(2) & 15;
    const isElsewhere = next(2) !== 0;
    const base = next(baseSize);
    const ranges: ByteRange[] = [];
    for (let extents = next(2); extents > 0; extents--) {
      if (version > 0 && indexSize > 0) next(indexSize);
      const start = base + next(offsetSize);
      const length = next(lengthSize);
      const origin = method === 1 ? offset + (idat?.payload ?? 0) : 0;
      const whole = method === 1 ? offset + (idat?.end ?? 0) : source.size;
      ranges.push({ start: origin + start, end: length === 0 ? whole : origin + start + length });
    }
    // Data derived from other items has no position. It is kept, unless it is metadata.
    locations.set(id, isElsewhere ? [] : method > 1 ? [{ start: -1, end: -1 }] : ranges);
  }

  return locations;
}

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

/** A TIFF structure with one empty directory. */
const EMPTY_TIFF = Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0);
const EMPTY_XMP = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');

async function overwriteItem(
  item: Item,
  ranges: readonly ByteRange[],
  { source, options, overwrites }: IsoCleaning,
): Promise<void> {
  const size = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > MAX_ITEM) throw new InvalidMedia();
  const pieces: Uint8Array[] = [];
  for (const { start, end } of ranges) pieces.push(await source.read(start, end));
  const data = concatBytes(...pieces);

  const { content, kinds } = item.type === 'Exif' ? cleanExifItem(data, options) : cleanTextItem(item, data);
  const paddedContent = new Uint8Array(size).fill(item.mediaType === 'application/rdf+xml' ? 0x20 : 0);
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
  const isXmp = item.mediaType === 'application/rdf+xml';
  return { content: isXmp ? EMPTY_XMP : new Uint8Array(0), kinds: kindsOfXmp(data) };
}

/** An EXIF item starts with the number of bytes before its TIFF structure. */
function cleanExifItem(data: Uint8Array<ArrayBuffer>, options: IsoCleaning['options']): CleanedItem {
  const start = data.length < 4 ? data.length : 4 + viewOf(data).getUint32(0);
  const cleanedExif = cleanExif(data.slice(start), options);
  if (cleanedExif?.removed.size === 0) return { content: data, kinds: [] };
  const tiff = cleanedExif && cleanedExif.bytes.length > 0 ? cleanedExif.bytes : EMPTY_TIFF;
  const kinds = cleanedExif ? [...cleanedExif.removed] : (['personal'] as const);
  return { content: concatBytes(new Uint8Array(4), tiff), kinds };
}
