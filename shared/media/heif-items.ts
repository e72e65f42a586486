import { InvalidMediaError } from './byte-source.ts';
import { concatBytes, viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';
import { cleanExif } from './exif.ts';
import { type Item, readItems, readLocations } from './heif-item-list.ts';
import { type Box, childrenOf, FULL_BOX_BYTES, findBox, type IsoCleaning, type Region, rootOf } from './iso-boxes.ts';
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

/** Media type of an XMP packet. */
const XMP_TYPE = 'application/rdf+xml';

/** Maximum size of an item with metadata, in bytes. */
const MAX_ITEM_BYTES = 16 * 1024 * 1024;

/** Cleans the `meta` box of HEIC or AVIF. Overwrites items with metadata, so that all items keep their positions. */
export async function cleanItems(region: Region, context: IsoCleaning): Promise<void> {
  const { bytes } = region;
  const boxes = childrenOf(bytes, rootOf(region), FULL_BOX_BYTES);

  for (const box of boxes) {
    const isUnneeded =
      box.type === 'uuid' ? !isPlaybackUuid(bytes.subarray(box.payloadStart, box.end)) : !NEEDED_BOXES.has(box.type);
    if (isUnneeded) blankBox(region, box, context, 'personal');

    if (box.type === 'free' || box.type === 'skip') zeroRange(region, box.payloadStart, box.end, context, 'personal');
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
    if (property.type === 'free') zeroRange(region, property.payloadStart, property.end, context, 'personal');
  }
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
  if (idat) places.push({ ...idat, payloadStart: offset + idat.payloadStart, end: offset + idat.end });
  return places.some((place) => start >= place.payloadStart && end <= place.end && start < end);
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
