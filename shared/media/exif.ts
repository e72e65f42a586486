import { concatBytes, toLatin1, viewOf } from './bytes.ts';
import type { CleaningOptions, RemovedKind } from './cleaning-plan.ts';
import {
  CAMERA_FIELDS,
  type Directory,
  ENCODING_FIELDS,
  ORIENTATION,
  POINTERS,
  RENDERING_FIELDS,
} from './exif-fields.ts';
import {
  ASCII,
  buildLongField,
  LONG,
  readByteOrder,
  readDirectory,
  SHORT,
  TIFF_HEADER_BYTES,
  type TiffDirectory,
  type TiffField,
  writeDirectory,
  writeHeader,
} from './tiff.ts';

/** The result of cleaning an EXIF block. JPEG, PNG, WebP, HEIC, and AVIF contain the same block. */
export interface CleanedExif {
  /** The new TIFF structure. Empty if nothing is left to keep: the caller then drops the block. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Empty if the block has nothing to remove: `bytes` then equals the input. */
  readonly removed: ReadonlySet<RemovedKind>;
}

/** Maximum size of a value that can stay, in bytes. Names of lenses are the longest values. */
const MAX_VALUE_BYTES = 128;

/** Maximum size of an encoding field that is no reason to rewrite the block, in bytes. A resolution has 8 bytes. */
const MAX_ENCODING_BYTES = 8;

/** The tag of the version in a GPS directory. */
const GPS_VERSION_ID = 0x0000;

/** The directories of a block. Blocks can lack the second, and with it the third. */
interface ExifDirectories {
  readonly image: TiffDirectory;
  readonly photo: TiffDirectory | undefined;
  readonly interop: TiffDirectory | undefined;
}

/** The fields that stay, by directory. */
type KeptFields = Record<Directory, TiffField[]>;

/**
 * Returns an EXIF block with only what a viewer needs: orientation, colour space, and on request camera data.
 * Positions, names, serial numbers, notes, and the embedded thumbnail never stay.
 *
 * @param tiff the TIFF structure, without the "Exif" prefix of JPEG
 * @returns undefined if it isn't a TIFF structure: the caller then drops the block, because no reader can use it
 */
export function cleanExif(tiff: Uint8Array<ArrayBuffer>, options: CleaningOptions): CleanedExif | undefined {
  const littleEndian = readByteOrder(tiff);
  if (littleEndian === undefined) return undefined;
  const directories = readDirectories(tiff, littleEndian);
  if (!directories) return undefined;

  const removed = new Set<RemovedKind>();
  const keptFields = selectFields(directories, littleEndian, options, removed);
  if (directories.image.fields.some(({ tag }) => tag === POINTERS.gps)) {
    removed.add(findGpsKind(followPointer(tiff, directories.image, POINTERS.gps, littleEndian)));
  }
  if (removed.size === 0 && hasUnusedBytes(tiff, directories)) removed.add('personal');

  return removed.size === 0 ? { bytes: tiff, removed } : { bytes: writeBlock(keptFields, littleEndian), removed };
}

/** Reads the directories of a block. Returns undefined if the first one is outside the block. */
function readDirectories(tiff: Uint8Array, littleEndian: boolean): ExifDirectories | undefined {
  // The offset of the first directory follows the byte order and the number 42.
  const image = readDirectory(tiff, viewOf(tiff).getUint32(4, littleEndian), littleEndian);
  if (!image) return undefined;

  const photo = followPointer(tiff, image, POINTERS.photo, littleEndian);
  return { image, photo, interop: followPointer(tiff, photo, POINTERS.interop, littleEndian) };
}

/** Returns the directory to which a field points, or undefined if there is no such field or directory. */
function followPointer(
  tiff: Uint8Array,
  directory: TiffDirectory | undefined,
  tag: number,
  littleEndian: boolean,
): TiffDirectory | undefined {
  const pointer = directory?.fields.find((field) => field.tag === tag && field.type === LONG && field.count === 1);
  return pointer && readDirectory(tiff, viewOf(pointer.value).getUint32(0, littleEndian), littleEndian);
}

function listDirectories(directories: ExifDirectories): [Directory, TiffDirectory][] {
  const entries = Object.entries(directories) as [Directory, TiffDirectory | undefined][];
  return entries.filter((entry): entry is [Directory, TiffDirectory] => entry[1] !== undefined);
}

/** Returns the first field of each tag that stays. Adds the kinds of the other fields' data to `removed`. */
function selectFields(
  directories: ExifDirectories,
  littleEndian: boolean,
  { keepCameraData }: CleaningOptions,
  removed: Set<RemovedKind>,
): KeptFields {
  const keptFields: KeptFields = { image: [], photo: [], interop: [] };

  for (const [name, { fields }] of listDirectories(directories)) {
    for (const field of fields) {
      const fate = decideFate(name, field, littleEndian);
      if (fate === 'keep' || (fate === 'camera' && keepCameraData)) {
        if (!keptFields[name].some(({ tag }) => tag === field.tag)) keptFields[name].push(field);
      } else if (fate !== 'ignore') {
        removed.add(fate);
      }
    }
  }

  return keptFields;
}

/** Returns the kind of data in a GPS directory. An unreadable directory counts as a position. */
function findGpsKind(gps: TiffDirectory | undefined): RemovedKind {
  // Some cameras without a receiver write a directory that has only a version.
  const hasOnlyVersion = gps?.fields.every(({ tag }) => tag === GPS_VERSION_ID) ?? false;
  return hasOnlyVersion ? 'personal' : 'location';
}

/**
 * Returns whether a block has data outside its header, its directories, and values that can stay: the embedded
 * thumbnail, or old values that editors leave when they remove a pointer.
 */
function hasUnusedBytes(tiff: Uint8Array, directories: ExifDirectories): boolean {
  // 1 for each used byte.
  const usageMask = new Uint8Array(tiff.length).fill(1, 0, TIFF_HEADER_BYTES);
  for (const [, { fields, start, end }] of listDirectories(directories)) {
    usageMask.fill(1, start, end);
    for (const { position, value } of fields) {
      if (value.length <= MAX_VALUE_BYTES) usageMask.fill(1, position, position + value.length);
    }
  }

  return tiff.some((byte, index) => byte !== 0 && !usageMask[index]);
}

/**
 * Returns `keep` for a field that always stays, and `ignore` for a field that is no reason to rewrite the block.
 * Otherwise returns the kind of its data. The caller keeps fields of the kind `camera` on request.
 */
function decideFate(directory: Directory, field: TiffField, littleEndian: boolean): 'keep' | 'ignore' | RemovedKind {
  const { tag, value } = field;
  if (directory === 'image' && tag === POINTERS.gps) return 'ignore';
  if (tag === POINTERS[directory === 'image' ? 'photo' : 'interop'] && field.type === LONG) return 'ignore';
  if (tag === ORIENTATION && directory === 'image') return isOrientation(field, littleEndian) ? 'keep' : 'ignore';
  if (!isPlainValue(field)) return 'personal';
  if (RENDERING_FIELDS[directory].has(tag)) return 'keep';
  if (CAMERA_FIELDS[directory].has(tag)) return 'camera';
  return ENCODING_FIELDS[directory].has(tag) && value.length <= MAX_ENCODING_BYTES ? 'ignore' : 'personal';
}

/** Returns whether viewers apply this orientation. They ignore other types and numbers. */
function isOrientation({ type, count, value }: TiffField, littleEndian: boolean): boolean {
  if (type !== SHORT || count !== 1) return false;
  const orientation = viewOf(value).getUint16(0, littleEndian);
  return orientation >= 1 && orientation <= 8;
}

/** Returns whether a value is short and has no bytes after the end of its text. */
function isPlainValue({ type, value }: TiffField): boolean {
  if (value.length === 0 || value.length > MAX_VALUE_BYTES) return false;
  return type !== ASCII || /^[^\0]*\0*$/.test(toLatin1(value));
}

/** Writes the directories that have fields, each with a pointer to the next one. */
function writeBlock({ image, photo, interop }: KeptFields, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  if (image.length + photo.length + interop.length === 0) return new Uint8Array(0);

  const chain = [image];
  if (photo.length > 0 || interop.length > 0) chain.push(photo);
  if (interop.length > 0) chain.push(interop);

  const parts = [writeHeader(littleEndian)];
  let start = TIFF_HEADER_BYTES;
  chain.forEach((fields, index) => {
    const pointer = index === 0 ? POINTERS.photo : POINTERS.interop;
    const isLast = index === chain.length - 1;
    const addPointer = (value: number) => (isLast ? fields : [...fields, buildLongField(pointer, value, littleEndian)]);

    // The size of a directory doesn't depend on the value of its pointer.
    const end = start + writeDirectory(start, addPointer(0), littleEndian).length;
    parts.push(writeDirectory(start, addPointer(end), littleEndian));
    start = end;
  });

  return concatBytes(...parts);
}
