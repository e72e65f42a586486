/**
 * HEIC and AVIF files that a decoder can open, with metadata in all places. `heif-samples.ts` has files with more box
 * layouts, whose pictures are placeholders.
 */
import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { HEIC } from './heic-picture.ts';
import { box, handlerBox, toBytes, uint16s } from './iso-boxes.ts';
import { createThumbnail } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import { createPicture } from './pictures.ts';
import { XMP } from './text-blocks.ts';

/** A coded picture, or a layer of one, such as its opacity. */
interface CodedItem {
  /** Four letters: `hvc1` or `av01`. */
  readonly type: string;
  readonly data: Buffer;
}

/** The parts of a file that a decoder needs. */
export interface CodedPicture {
  readonly brand: 'heic' | 'avif';
  readonly items: readonly CodedItem[];
  /** The list of properties (`ipco`) without its header, and the box that assigns them to items (`ipma`). */
  readonly properties: Buffer;
  readonly assignments: Buffer;
  /** References between items, without a header. Empty without layers. */
  readonly references: Buffer;
}

/** Returns the parts of a small file with one level of items, as sharp and phones write them. */
export function readCodedPicture(file: Buffer, brand: CodedPicture['brand']): CodedPicture {
  /** Returns the payload of the first box of this type, or no bytes without such a box. */
  const readPayload = (type: string) => {
    const typeStart = file.indexOf(type, 0, 'latin1');
    if (typeStart < 0) return Buffer.alloc(0);

    const start = typeStart - 4;
    const size = file.readUInt32BE(start);
    return file.subarray(start + 8, start + size);
  };

  const type = brand === 'avif' ? 'av01' : 'hvc1';
  // An entry has 18 bytes: 0 ID, 2 data reference, 4 base, 8 number of extents (1), 10 offset, 14 length.
  const iloc = readPayload('iloc');
  const items = Array.from({ length: iloc.readUInt16BE(6) }, (_, index) => {
    const entryStart = 8 + index * 18;
    const start = iloc.readUInt32BE(entryStart + 4) + iloc.readUInt32BE(entryStart + 10);
    return { type, data: file.subarray(start, start + iloc.readUInt32BE(entryStart + 14)) };
  });
  // Drops the EXIF item of the phone's file, which follows its picture.
  const pictures = brand === 'heic' ? items.slice(0, 1) : items;
  const references = pictures.length > 1 ? readPayload('iref').subarray(4) : Buffer.alloc(0);

  return {
    brand,
    items: pictures,
    properties: readPayload('ipco'),
    assignments: box('ipma', readPayload('ipma')),
    references,
  };
}

/** Returns the entry of an item (`infe`, version 2): its ID, no protection, its type, an empty name, and the suffix. */
const buildItemEntry = ({ id, type, entrySuffix }: { id: number; type: string; entrySuffix: string }) =>
  box('infe', 0x02000000, uint16s(id, 0), type, `\0${entrySuffix}`);

/** Bytes before the TIFF structure of an EXIF item. Their number precedes them. */
const EXIF_PREFIX = 'Exif\0\0';

/** Metadata to add to a picture. */
interface HeifMetadata {
  readonly exif?: Buffer;
  readonly xmp?: Buffer;
  /** Additional boxes inside `meta`. */
  readonly metaBoxes?: readonly Buffer[];
  /** Properties that no item uses. */
  readonly unusedProperties?: readonly Buffer[];
  /** Bytes after the media data. */
  readonly trailer?: Buffer;
}

/** Returns the file of a picture, with metadata between its coded items. */
export function writeHeif(
  picture: CodedPicture,
  { exif, xmp, metaBoxes = [], unusedProperties = [], trailer }: HeifMetadata,
): Buffer {
  const metadata = [
    ...(exif ? [{ type: 'Exif', data: toBytes(EXIF_PREFIX.length, EXIF_PREFIX, exif), entrySuffix: '' }] : []),
    ...(xmp ? [{ type: 'mime', data: xmp, entrySuffix: 'application/rdf+xml\0' }] : []),
  ];
  const codedItems = picture.items.map((item) => ({ ...item, entrySuffix: '' }));
  const items = [...codedItems, ...metadata].map((item, index) => ({ ...item, id: index + 1 }));
  const metadataItems = items.slice(codedItems.length);

  // The metadata is between the picture and its layers, so that overwriting too much of it damages a picture.
  const storedItems = [items[0]!, ...metadataItems, ...items.slice(1, codedItems.length)];

  const buildMeta = (mediaStart: number) => {
    let dataStart = mediaStart;
    const locationEntries = storedItems.map(({ id, data }) => {
      // ID, construction method, data reference, and number of extents. Then the offset and the length.
      const entry = toBytes(uint16s(id, 0, 0, 1), dataStart, data.length);
      dataStart += data.length;
      return entry;
    });
    // Each reference (`cdsc`) is from an item to one other item: item 1, the picture.
    const descriptions = metadataItems.map(({ id }) => box('cdsc', uint16s(id, 1, 1)));

    return box(
      'meta',
      0,
      handlerBox('pict'),
      box('pitm', 0, uint16s(1)),
      box('iinf', 0, uint16s(items.length), ...items.map(buildItemEntry)),
      box('iref', 0, picture.references, ...descriptions),
      box('iprp', box('ipco', picture.properties, ...unusedProperties), picture.assignments),
      // Version 1. 0x4400: offsets and lengths have 4 bytes, and there is no base.
      box('iloc', 0x01000000, uint16s(0x4400, items.length), ...locationEntries),
      ...metaBoxes,
    );
  };

  const ftyp = box('ftyp', picture.brand, 0, `mif1${picture.brand}`);
  // The length of `meta` doesn't depend on the offsets. The header of `mdat` has 8 bytes.
  const mediaStart = ftyp.length + buildMeta(0).length + 8;
  const media = box('mdat', ...storedItems.map(({ data }) => data));

  return toBytes(ftyp, buildMeta(mediaStart), media, trailer ?? '');
}

/** Returns the picture with a rotation by 270°. It has one item with three properties, as sharp writes it. */
function rotateBy270(picture: CodedPicture): CodedPicture {
  // The angle, in units of 90°.
  const properties = toBytes(picture.properties, box('irot', Buffer.from([3])));
  // Four properties. The first and the rotation are essential (0x80).
  const propertyNumbers = Buffer.from([4, 0x81, 2, 3, 0x84]);
  return { ...picture, properties, assignments: box('ipma', 0, 1, uint16s(1), propertyNumbers) };
}

/** Returns samples whose pictures can be decoded, each with EXIF, maker notes, an embedded thumbnail, XMP, and more. */
export async function createDecodableHeifs(): Promise<ContainerSample[]> {
  const exif = createExif({ thumbnail: await createThumbnail() });
  const metadata: HeifMetadata = {
    exif,
    xmp: XMP,
    metaBoxes: [box('xml ', 0, SECRET)],
    unusedProperties: [box('udes', 0, `en\0${SECRET}\0`)],
    trailer: Buffer.from(`trailing ${SECRET}`),
  };

  const createSample = (name: string, picture: CodedPicture): ContainerSample => ({
    name,
    contentType: `image/${picture.brand}`,
    bytes: new Uint8Array(writeHeif(picture, metadata)),
    removes: ['location', 'personal', 'camera'],
    keeps: picture.items.map(({ data }) => data),
  });

  const encodeAvif = async (picture: ReturnType<typeof createPicture>, lossless = false) =>
    readCodedPicture(Buffer.from(await picture.avif({ quality: 60, lossless }).toBuffer()), 'avif');

  return [
    createSample('HEIC of a phone', readCodedPicture(HEIC, 'heic')),
    createSample('AVIF of a camera', await encodeAvif(createPicture())),
    createSample('AVIF without loss', await encodeAvif(createPicture(), true)),
    createSample('AVIF on its side', rotateBy270(await encodeAvif(createPicture()))),
    createSample('AVIF with opacity', await encodeAvif(createPicture().ensureAlpha(0.5))),
    createSample('AVIF with a profile', await encodeAvif(createPicture().withIccProfile('p3'))),
  ];
}
