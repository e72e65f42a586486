/**
 * HEIC and AVIF files whose pictures a decoder shows, with metadata in all places. `heif-samples.ts` has files with
 * more kinds of structure, whose pictures are placeholders.
 */
import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { HEIC } from './heic-picture.ts';
import { box, handler, toBytes } from './iso-boxes.ts';
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
  const partOf = (type: string) => {
    const typeAt = file.indexOf(type, 0, 'latin1');
    return typeAt < 0 ? Buffer.alloc(0) : file.subarray(typeAt + 4, typeAt - 4 + file.readUInt32BE(typeAt - 4));
  };

  const type = brand === 'avif' ? 'av01' : 'hvc1';
  // An item has 18 bytes: ID, data reference, base of 4 bytes, and one extent with an offset and a length.
  const iloc = partOf('iloc');
  const items = Array.from({ length: iloc.readUInt16BE(6) }, (_, place) => {
    const at = 8 + place * 18;
    const start = iloc.readUInt32BE(at + 4) + iloc.readUInt32BE(at + 10);
    return { type, data: file.subarray(start, start + iloc.readUInt32BE(at + 14)) };
  });
  // The file of the phone has an EXIF item behind its picture.
  const pictures = brand === 'heic' ? items.slice(0, 1) : items;
  const references = pictures.length > 1 ? partOf('iref').subarray(4) : Buffer.alloc(0);

  return {
    brand,
    items: pictures,
    properties: partOf('ipco'),
    assignments: box('ipma', partOf('ipma')),
    references,
  };
}

const short = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const itemEntry = (id: number, type: string, rest = '') => box('infe', 0x02000000, short(id, 0), type, `\0${rest}`);

interface Extras {
  readonly exif?: Buffer;
  readonly xmp?: Buffer;
  /** Boxes of the description. */
  readonly inside?: readonly Buffer[];
  /** Properties that no item uses. */
  readonly properties?: readonly Buffer[];
  /** Bytes behind the media data. */
  readonly behind?: Buffer;
}

/** Returns the file of a picture, with metadata between its coded items. */
export function writeHeif(picture: CodedPicture, { exif, xmp, inside = [], properties = [], behind }: Extras): Buffer {
  const metadata = [
    ...(exif ? [{ type: 'Exif', data: toBytes(6, 'Exif\0\0', exif), rest: '' }] : []),
    ...(xmp ? [{ type: 'mime', data: xmp, rest: 'application/rdf+xml\0' }] : []),
  ];
  const [first, ...layers] = picture.items.map((item) => ({ ...item, rest: '' }));
  const items = [first!, ...layers, ...metadata].map((item, place) => ({ ...item, id: place + 1 }));
  // The metadata is between the picture and its layers, so that overwriting too much of it damages a picture.
  const storedItems = [items[0]!, ...items.slice(picture.items.length), ...items.slice(1, picture.items.length)];

  const describe = (mediaAt: number) => {
    let at = mediaAt;
    const places = storedItems.map(({ id, data }) => {
      const place = toBytes(short(id, 0, 0, 1), at, data.length);
      at += data.length;
      return place;
    });
    const descriptions = items.slice(picture.items.length).map(({ id }) => box('cdsc', short(id, 1, 1)));

    return box(
      'meta',
      0,
      handler('pict'),
      box('pitm', 0, short(1)),
      box('iinf', 0, short(items.length), ...items.map(({ id, type, rest }) => itemEntry(id, type, rest))),
      box('iref', 0, picture.references, ...descriptions),
      box('iprp', box('ipco', picture.properties, ...properties), picture.assignments),
      box('iloc', 0x01000000, short(0x4400, items.length), ...places),
      ...inside,
    );
  };

  const ftyp = box('ftyp', picture.brand, 0, `mif1${picture.brand}`);
  const mediaAt = ftyp.length + describe(0).length + 8;
  const media = box('mdat', ...storedItems.map(({ data }) => data));

  return toBytes(ftyp, describe(mediaAt), media, behind ?? '');
}

/** Returns the picture with a rotation by 270°. It has one item with three properties, as sharp writes it. */
function turn(picture: CodedPicture): CodedPicture {
  const properties = toBytes(picture.properties, box('irot', Buffer.from([3])));
  return { ...picture, properties, assignments: box('ipma', 0, 1, short(1), Buffer.from([4, 0x81, 2, 3, 0x84])) };
}

/** Returns samples whose pictures can be decoded, each with EXIF, maker notes, an embedded thumbnail, XMP, and more. */
export async function createDecodableHeifs(): Promise<ContainerSample[]> {
  const exif = createExif({ thumbnail: await createThumbnail() });
  const extras: Extras = {
    exif,
    xmp: XMP,
    inside: [box('xml ', 0, SECRET)],
    properties: [box('udes', 0, `en\0${SECRET}\0`)],
    behind: Buffer.from(`trailing ${SECRET}`),
  };

  const sample = (name: string, picture: CodedPicture): ContainerSample => ({
    name,
    contentType: `image/${picture.brand}`,
    bytes: new Uint8Array(writeHeif(picture, extras)),
    removes: ['location', 'personal', 'camera'],
    keeps: picture.items.map(({ data }) => data),
  });

  const avif = async (picture: ReturnType<typeof createPicture>, lossless = false) =>
    readCodedPicture(Buffer.from(await picture.avif({ quality: 60, lossless }).toBuffer()), 'avif');

  return [
    sample('HEIC of a phone', readCodedPicture(HEIC, 'heic')),
    sample('AVIF of a camera', await avif(createPicture())),
    sample('AVIF without loss', await avif(createPicture(), true)),
    sample('AVIF on its side', turn(await avif(createPicture()))),
    sample('AVIF with opacity', await avif(createPicture().ensureAlpha(0.5))),
    sample('AVIF with a profile', await avif(createPicture().withIccProfile('p3'))),
  ];
}
