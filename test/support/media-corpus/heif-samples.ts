/**
 * HEIC and AVIF files with metadata in all layouts of boxes that cleaning must handle. `decodable-heif.ts` has files
 * whose pictures can be decoded.
 */
import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { box, handlerBox, toBytes, uint16s } from './iso-boxes.ts';
import { SECRET } from './media-sample.ts';
import { XMP } from './text-blocks.ts';

/** Placeholders of the coded picture and of its thumbnail. No decoder can open them. */
const PICTURE = Buffer.from('coded picture '.repeat(12));
const THUMBNAIL = Buffer.from('coded thumbnail '.repeat(4));

/** The version in the first byte of a full box, with flags that are all 0. */
const VERSION_1 = 0x01000000;
const VERSION_2 = 0x02000000;

/** Sizes in `iloc`, of four bits each: offsets and lengths have 4 bytes, and there is no base and no index. */
const LOCATION_SIZES = 0x4400;

/** An extent of an item: in the file (method 0), or in the `idat` box (method 1). */
interface Extent {
  readonly method: 0 | 1;
  readonly start: number;
  readonly length: number;
}

/** How a sample differs from a HEIC picture with all metadata in the media data. */
interface HeifOptions {
  readonly name: string;
  readonly brand?: string;
  /** Puts EXIF into the `idat` box instead of the media data. */
  readonly exifInIdat?: boolean;
  /** Splits XMP in two extents. */
  readonly xmpInTwoExtents?: boolean;
  /** Additional boxes inside `meta`. */
  readonly innerBoxes?: readonly Buffer[];
  /** Bytes after the media data. */
  readonly trailer?: readonly Buffer[];
}

/** Returns the entry of an item: its ID, no protection, its type, an empty name, and the suffix. */
const buildItemEntry = (id: number, type: string, suffix = '') =>
  box('infe', VERSION_2, uint16s(id, 0), type, `\0${suffix}`);

/**
 * Returns the extents of the four items: picture, thumbnail, EXIF, and XMP.
 *
 * @param mediaStart - the offset of the media data, which has the items in the order picture, thumbnail, XMP, and EXIF
 */
function locateItems(
  mediaStart: number,
  exifLength: number,
  { exifInIdat = false, xmpInTwoExtents = false }: HeifOptions,
): Extent[][] {
  const thumbnailStart = mediaStart + PICTURE.length;
  const xmpStart = thumbnailStart + THUMBNAIL.length;
  const half = Math.floor(XMP.length / 2);

  const exif: Extent = exifInIdat
    ? { method: 1, start: 0, length: exifLength }
    : { method: 0, start: xmpStart + XMP.length, length: exifLength };
  const xmp: Extent[] = xmpInTwoExtents
    ? [
        { method: 0, start: xmpStart, length: half },
        { method: 0, start: xmpStart + half, length: XMP.length - half },
      ]
    : [{ method: 0, start: xmpStart, length: XMP.length }];

  return [
    [{ method: 0, start: mediaStart, length: PICTURE.length }],
    [{ method: 0, start: thumbnailStart, length: THUMBNAIL.length }],
    [exif],
    xmp,
  ];
}

/** Returns the box `meta`, which describes the items and states where they are. */
function buildMeta(items: readonly Extent[][], exif: Buffer, options: HeifOptions): Buffer {
  const { brand, exifInIdat = false, innerBoxes = [] } = options;
  const type = brand === 'avif' ? 'av01' : 'hvc1';

  // ID, construction method, data reference, and number of extents. Then the offset and the length of each extent.
  const locationEntries = items.map((extents, index) =>
    toBytes(
      uint16s(index + 1, extents[0]!.method, 0, extents.length),
      ...extents.flatMap(({ start, length }) => [start, length]),
    ),
  );

  return box(
    'meta',
    0,
    handlerBox('pict'),
    box('pitm', 0, uint16s(1)),
    box(
      'iinf',
      0,
      uint16s(4),
      buildItemEntry(1, type),
      buildItemEntry(2, type),
      buildItemEntry(3, 'Exif'),
      buildItemEntry(4, 'mime', 'application/rdf+xml\0'),
    ),
    // Each reference is from an item to one other item: item 1, the picture.
    box('iref', 0, box('thmb', uint16s(2, 1, 1)), box('cdsc', uint16s(3, 1, 1)), box('cdsc', uint16s(4, 1, 1))),
    box(
      'iprp',
      // 64 × 48 pixels, rotated by 3 × 90°.
      box('ipco', box('ispe', 0, 64, 48), box('irot', Buffer.from([3])), box('udes', 0, `en\0${SECRET}\0`)),
      box('ipma', 0, 0),
    ),
    ...(exifInIdat ? [box('idat', exif)] : []),
    box('iloc', VERSION_1, uint16s(LOCATION_SIZES, items.length), ...locationEntries),
    ...innerBoxes,
  );
}

/** Builds a file with a picture, a thumbnail, EXIF, and XMP. Both pictures are placeholders. */
function createSample(options: HeifOptions): ContainerSample {
  const { name, brand = 'heic', exifInIdat = false, trailer = [] } = options;
  // The number of bytes before the TIFF structure.
  const exif = toBytes(6, 'Exif\0\0', createExif({ thumbnail: Buffer.from(`JPEG ${SECRET}`) }));

  const ftyp = box('ftyp', brand, 0, `mif1${brand}`);
  const buildMetaFor = (mediaStart: number) => buildMeta(locateItems(mediaStart, exif.length, options), exif, options);
  // The length of `meta` doesn't depend on the offsets. The header of `mdat` has 8 bytes.
  const mediaStart = ftyp.length + buildMetaFor(0).length + 8;
  const media = box('mdat', PICTURE, THUMBNAIL, XMP, ...(exifInIdat ? [] : [exif]));

  return {
    name,
    contentType: `image/${brand}`,
    bytes: new Uint8Array(toBytes(ftyp, buildMetaFor(mediaStart), media, ...trailer)),
    removes: ['location', 'personal', 'camera'],
    keeps: [PICTURE, THUMBNAIL, box('irot', Buffer.from([3]))],
  };
}

/** Returns the samples of HEIC and AVIF. */
export function createHeifSamples(): ContainerSample[] {
  return [
    createSample({ name: 'HEIC with EXIF and XMP' }),
    createSample({ name: 'HEIC with EXIF in the description', exifInIdat: true }),
    createSample({ name: 'HEIC with XMP in two extents', xmpInTwoExtents: true }),
    createSample({ name: 'HEIC with a video behind', trailer: [box('mpvd', SECRET)] }),
    createSample({ name: 'HEIC with trailing data', trailer: [Buffer.from(SECRET)] }),
    createSample({ name: 'AVIF with EXIF and XMP', brand: 'avif', innerBoxes: [box('xml ', 0, SECRET)] }),
  ];
}
