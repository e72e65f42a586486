import { POSITION, SECRET } from './media-sample.ts';

/** Tag, type, and values of a field. Texts get a final zero; rationals are written with a denominator of 100. */
type Field = readonly [tag: number, type: number, values: string | readonly number[] | Uint8Array];

/** Types of fields (TIFF 6.0, section 2), and the size of one value in bytes. */
const BYTE = 1;
const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const UNDEFINED = 7;
const SIZES: Readonly<Record<number, number>> = {
  [BYTE]: 1,
  [ASCII]: 1,
  [SHORT]: 2,
  [LONG]: 4,
  [RATIONAL]: 8,
  [UNDEFINED]: 1,
};

/** How an EXIF block differs from the usual one of a camera. */
export interface ExifOptions {
  readonly littleEndian?: boolean;
  readonly orientation?: number;
  /** Whether the block has a position. */
  readonly gps?: boolean;
  /** A small JPEG that goes into the second directory. */
  readonly thumbnail?: Uint8Array;
}

/** Returns the EXIF block of a camera that writes a position, names, and serial numbers, as a TIFF structure. */
export function createExif({ littleEndian = false, orientation = 6, gps = true, thumbnail }: ExifOptions = {}): Buffer {
  const image: Field[] = [
    [0x010e, ASCII, `Description ${SECRET}`], // ImageDescription
    [0x010f, ASCII, 'Nautilus'], // Make
    [0x0110, ASCII, 'Deep 20000'], // Model
    [0x0112, SHORT, [orientation]], // Orientation
    [0x011a, RATIONAL, [72]], // XResolution
    [0x011b, RATIONAL, [72]], // YResolution
    [0x0128, SHORT, [2]], // ResolutionUnit
    [0x0131, ASCII, `Software ${SECRET}`], // Software
    [0x0132, ASCII, '2025:06:01 12:00:00'], // DateTime
    [0x013b, ASCII, `Artist ${SECRET}`], // Artist
    [0x013c, ASCII, `Computer ${SECRET}`], // HostComputer
    [0x8298, ASCII, `Copyright ${SECRET}`], // Copyright
    [0x9c9d, BYTE, Buffer.from(`Author ${SECRET}\0`, 'utf16le')], // XPAuthor
    [0xc62f, ASCII, `CameraSerial ${SECRET}`], // CameraSerialNumber (DNG)
  ];
  const photo: Field[] = [
    [0x829a, RATIONAL, [0.01]], // ExposureTime
    [0x829d, RATIONAL, [2.8]], // FNumber
    [0x8827, SHORT, [200]], // PhotographicSensitivity (ISO)
    [0x9000, UNDEFINED, Buffer.from('0232')], // ExifVersion
    [0x9003, ASCII, '2025:06:01 11:59:00'], // DateTimeOriginal
    [0x9011, ASCII, '+02:00'], // OffsetTimeOriginal
    [0x920a, RATIONAL, [35]], // FocalLength
    [0x927c, UNDEFINED, Buffer.from(`Nautilus\0 maker note ${SECRET} ${'.'.repeat(400)}`)], // MakerNote
    [0x9286, UNDEFINED, Buffer.from(`ASCII\0\0\0Comment ${SECRET}`)], // UserComment
    [0xa001, SHORT, [1]], // ColorSpace
    [0xa002, LONG, [64]], // PixelXDimension
    [0xa420, ASCII, `UniqueId ${SECRET}`], // ImageUniqueID
    [0xa430, ASCII, `Owner ${SECRET}`], // CameraOwnerName
    [0xa431, ASCII, `Serial ${SECRET}`], // BodySerialNumber
    [0xa432, RATIONAL, [24, 70, 2.8, 2.8]], // LensSpecification
    [0xa433, ASCII, 'Nautilus'], // LensMake
    [0xa434, ASCII, 'Porthole 24-70mm f/2.8'], // LensModel
    [0xa435, ASCII, `LensSerial ${SECRET}`], // LensSerialNumber
  ];
  const position: Field[] = [
    [0x0000, BYTE, [2, 3, 0, 0]], // GPSVersionID
    [0x0001, ASCII, 'N'], // GPSLatitudeRef
    [0x0002, RATIONAL, POSITION.latitude], // GPSLatitude
    [0x0003, ASCII, 'W'], // GPSLongitudeRef
    [0x0004, RATIONAL, POSITION.longitude], // GPSLongitude
    [0x001d, ASCII, '2025:06:01'], // GPSDateStamp
  ];
  // InteroperabilityIndex.
  const interop: Field[] = [[0x0001, ASCII, 'R98']];

  return createTiff(
    { image, photo, ...(gps && { position }), interop, ...(thumbnail && { thumbnail }) },
    { littleEndian },
  );
}

/** The fields of each directory of a TIFF structure, and the bytes of its thumbnail. */
interface Directories {
  readonly image: readonly Field[];
  readonly photo?: readonly Field[];
  readonly position?: readonly Field[];
  readonly interop?: readonly Field[];
  readonly thumbnail?: Uint8Array;
}

/** Returns a TIFF structure with directories one after the other. */
export function createTiff(
  { image, photo, position, interop, thumbnail }: Directories,
  order: ByteOrder = { littleEndian: false },
): Buffer {
  const header = Buffer.from(order.littleEndian ? 'II*\0\x08\0\0\0' : 'MM\0*\0\0\0\x08', 'latin1');

  /** Adds the tags that point to the interoperability, EXIF, and GPS directories. */
  const withPointers = ({
    interopAt,
    photoAt,
    positionAt,
  }: Record<'interopAt' | 'photoAt' | 'positionAt', number>) => ({
    photo: photo && [...photo, ...(interop ? [[0xa005, LONG, [interopAt]] as Field] : [])],
    image: [
      ...image,
      ...(photo ? [[0x8769, LONG, [photoAt]] as Field] : []),
      ...(position ? [[0x8825, LONG, [positionAt]] as Field] : []),
    ],
  });

  /** Builds a directory at this offset. Only the first one, of the image, has a next one: that of the thumbnail. */
  const build = (start: number, fields: readonly Field[], nextDirectoryAt = NO_DIRECTORY) =>
    buildDirectory({ start, fields, nextDirectoryAt, order });

  /** Returns where a directory at this offset ends. Without fields, there is no directory. */
  const endOf = (start: number, fields: readonly Field[] | undefined) =>
    fields ? start + build(start, fields).length : start;

  const buildThumbnailFields = (at: number): Field[] => [
    [0x0103, SHORT, [6]], // Compression: JPEG
    [0x0201, LONG, [at]], // JPEGInterchangeFormat: the offset
    [0x0202, LONG, [thumbnail?.length ?? 0]], // JPEGInterchangeFormatLength
  ];

  // The lengths of the directories don't depend on the offsets in them, so any offsets do to find where each begins.
  const unresolved = withPointers({ interopAt: 0, photoAt: 0, positionAt: 0 });
  const photoAt = endOf(header.length, unresolved.image);
  const interopAt = endOf(photoAt, unresolved.photo);
  const positionAt = endOf(interopAt, interop);
  const thumbnailDirectoryAt = endOf(positionAt, position);
  const thumbnailAt = endOf(thumbnailDirectoryAt, buildThumbnailFields(0));

  const resolved = withPointers({ interopAt, photoAt, positionAt });
  return Buffer.concat([
    header,
    build(header.length, resolved.image, thumbnail ? thumbnailDirectoryAt : NO_DIRECTORY),
    ...(resolved.photo ? [build(photoAt, resolved.photo)] : []),
    ...(interop ? [build(interopAt, interop)] : []),
    ...(position ? [build(positionAt, position)] : []),
    ...(thumbnail ? [build(thumbnailDirectoryAt, buildThumbnailFields(thumbnailAt)), thumbnail] : []),
  ]);
}

/** Whether numbers begin with their lowest byte. */
interface ByteOrder {
  readonly littleEndian: boolean;
}

/** The fields of a directory, and its place in the TIFF structure. */
interface DirectoryOptions {
  readonly start: number;
  readonly fields: readonly Field[];
  readonly nextDirectoryAt: number;
  readonly order: ByteOrder;
}

/** The offset of the next directory that the last directory has. */
const NO_DIRECTORY = 0;

/** Returns a directory, with its long values after it. */
function buildDirectory({ start, fields, nextDirectoryAt, order }: DirectoryOptions): Buffer {
  const sortedFields = fields.toSorted(([a], [b]) => a - b);
  // The number of fields, 12 bytes for each field, and the offset of the next directory.
  const head = Buffer.alloc(2 + sortedFields.length * 12 + 4);
  const values: Buffer[] = [];
  const writeNumber = createNumberWriter(head, order);

  writeNumber(0, 2, sortedFields.length);
  let valueAt = start + head.length;

  for (const [index, [tag, type, content]] of sortedFields.entries()) {
    const value = encodeValues(type, content, order);
    const at = 2 + index * 12;
    // Tag, type, and number of values. Then the value or its offset.
    writeNumber(at, 2, tag);
    writeNumber(at + 2, 2, type);
    writeNumber(at + 4, 4, value.length / SIZES[type]!);
    // Up to four bytes are stored in the field itself.
    if (value.length <= 4) {
      value.copy(head, at + 8);
    } else {
      writeNumber(at + 8, 4, valueAt);
      const paddedValue = Buffer.concat([value, Buffer.alloc(value.length % 2)]);
      values.push(paddedValue);
      valueAt += paddedValue.length;
    }
  }

  writeNumber(head.length - 4, 4, nextDirectoryAt);
  return Buffer.concat([head, ...values]);
}

/** Encodes the values of a field. */
function encodeValues(type: number, content: Field[2], order: ByteOrder): Buffer {
  if (typeof content === 'string') return Buffer.from(`${content}\0`, 'latin1');
  if (content instanceof Uint8Array) return Buffer.from(content);

  const buffer = Buffer.alloc(content.length * SIZES[type]!);
  const writeNumber = createNumberWriter(buffer, order);
  for (const [index, value] of content.entries()) {
    if (type === RATIONAL) {
      writeNumber(index * 8, 4, Math.round(value * 100));
      writeNumber(index * 8 + 4, 4, 100);
    } else writeNumber(index * SIZES[type]!, SIZES[type]!, value);
  }

  return buffer;
}

/** Returns a function that writes a number of some bytes at an offset. */
function createNumberWriter(buffer: Buffer, { littleEndian }: ByteOrder) {
  return (at: number, bytes: number, value: number) => {
    if (littleEndian) buffer.writeUIntLE(value, at, bytes);
    else buffer.writeUIntBE(value, at, bytes);
  };
}
