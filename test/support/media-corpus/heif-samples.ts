import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { box, handler, toBytes } from './iso-boxes.ts';
import { SECRET } from './media-sample.ts';
import { XMP } from './text-blocks.ts';

const PICTURE = Buffer.from('coded picture '.repeat(12));
const THUMBNAIL = Buffer.from('coded thumbnail '.repeat(4));

const short = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));

interface Part {
  readonly method: 0 | 1;
  readonly start: number;
  readonly length: number;
}

interface HeifOptions {
  readonly name: string;
  readonly brand?: string;
  /** Puts EXIF into the `idat` box instead of the media data. */
  readonly inDescription?: boolean;
  /** Splits XMP in two extents. */
  readonly split?: boolean;
  readonly inside?: readonly Buffer[];
  readonly behind?: readonly Buffer[];
}

function createSample({
  name,
  brand = 'heic',
  inDescription = false,
  split = false,
  inside = [],
  behind = [],
}: HeifOptions): ContainerSample {
  const type = brand === 'avif' ? 'av01' : 'hvc1';
  const exif = toBytes(6, 'Exif\0\0', createExif({ thumbnail: Buffer.from(`JPEG ${SECRET}`) }));
  const infe = (id: number, kind: string, rest = '') => box('infe', 0x02000000, short(id, 0), kind, `\0${rest}`);
  const half = Math.floor(XMP.length / 2);
  const ftyp = box('ftyp', brand, 0, `mif1${brand}`);

  const build = (at: number) => {
    const xmpAt = at + PICTURE.length + THUMBNAIL.length;
    const exifPart: Part = {
      method: inDescription ? 1 : 0,
      start: inDescription ? 0 : xmpAt + XMP.length,
      length: exif.length,
    };
    const xmp: Part[] = split
      ? [
          { method: 0, start: xmpAt, length: half },
          { method: 0, start: xmpAt + half, length: XMP.length - half },
        ]
      : [{ method: 0, start: xmpAt, length: XMP.length }];
    const items: Part[][] = [
      [{ method: 0, start: at, length: PICTURE.length }],
      [{ method: 0, start: at + PICTURE.length, length: THUMBNAIL.length }],
      [exifPart],
      xmp,
    ];
    const places = items.map((parts, place) =>
      toBytes(
        short(place + 1, parts[0]!.method, 0, parts.length),
        ...parts.flatMap(({ start, length }) => [start, length]),
      ),
    );

    return box(
      'meta',
      0,
      handler('pict'),
      box('pitm', 0, short(1)),
      box('iinf', 0, short(4), infe(1, type), infe(2, type), infe(3, 'Exif'), infe(4, 'mime', 'application/rdf+xml\0')),
      box('iref', 0, box('thmb', short(2, 1, 1)), box('cdsc', short(3, 1, 1)), box('cdsc', short(4, 1, 1))),
      box(
        'iprp',
        box('ipco', box('ispe', 0, 64, 48), box('irot', Buffer.from([3])), box('udes', 0, `en\0${SECRET}\0`)),
        box('ipma', 0, 0),
      ),
      ...(inDescription ? [box('idat', exif)] : []),
      box('iloc', 0x01000000, short(0x4400, 4), ...places),
      ...inside,
    );
  };

  const at = ftyp.length + build(0).length + 8;
  const media = box('mdat', PICTURE, THUMBNAIL, XMP, ...(inDescription ? [] : [exif]));

  return {
    name,
    contentType: `image/${brand}`,
    bytes: new Uint8Array(toBytes(ftyp, build(at), media, ...behind)),
    removes: ['location', 'personal', 'camera'],
    keeps: [PICTURE, THUMBNAIL, box('irot', Buffer.from([3]))],
  };
}

/** Returns the samples of HEIC and AVIF. */
export function createHeifSamples(): ContainerSample[] {
  return [
    createSample({ name: 'HEIC with EXIF and XMP' }),
    createSample({ name: 'HEIC with EXIF in the description', inDescription: true }),
    createSample({ name: 'HEIC with XMP in two extents', split: true }),
    createSample({ name: 'HEIC with a video behind', behind: [box('mpvd', SECRET)] }),
    createSample({ name: 'HEIC with trailing data', behind: [Buffer.from(SECRET)] }),
    createSample({ name: 'AVIF with EXIF and XMP', brand: 'avif', inside: [box('xml ', 0, SECRET)] }),
  ];
}
