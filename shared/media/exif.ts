/**
 * Rewrites EXIF blocks. JPEG, PNG, WebP, HEIC, and AVIF have the same block in different containers.
 */

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
  LONG,
  longField,
  readByteOrder,
  readDirectory,
  SHORT,
  type TiffDirectory,
  type TiffField,
  writeDirectory,
  writeHeader,
} from './tiff.ts';

export interface CleanedExif {
  /** The new TIFF structure. Empty if nothing is left to keep: the caller then drops the block. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Empty if the block has nothing to remove: `bytes` then equals the input. */
  readonly removed: ReadonlySet<RemovedKind>;
}

/** Longest value in bytes that can stay. Names of lenses are the longest ones. */
const MAX_VALUE = 128;

type Kept = Record<Directory, TiffField[]>;

/**
 * Returns an EXIF block with only what a viewer needs: orientation, colour space, and on request camera data. Positions,
 * names, serial numbers, notes, and the embedded thumbnail never stay.
 *
 * @param tiff the TIFF structure: without the "Exif" prefix of JPEG
 * @returns undefined if it isn't a TIFF structure: the caller then drops the block, because no reader can use it
 */
export function cleanExif(tiff: Uint8Array<ArrayBuffer>, { keepCameraData }: CleaningOptions): CleanedExif | undefined {
  const littleEndian = readByteOrder(tiff);
  if (littleEndian === undefined) return undefined;
  const image = readDirectory(tiff, viewOf(tiff).getUint32(4, littleEndian), littleEndian);
  if (!image) return undefined;

  const follow = (directory: TiffDirectory | undefined, tag: number) => {
    const entry = directory?.fields.find((field) => field.tag === tag && field.type === LONG && field.count === 1);
    return entry && readDirectory(tiff, viewOf(entry.value).getUint32(0, littleEndian), littleEndian);
  };

  const photo = follow(image, POINTERS.photo);
  const directories = { image, photo, interop: follow(photo, POINTERS.interop) };

  const removed = new Set<RemovedKind>();
  const keptFields: Kept = { image: [], photo: [], interop: [] };
  const usedBytes = new Uint8Array(tiff.length).fill(1, 0, 8);

  for (const [name, directory] of Object.entries(directories) as [Directory, TiffDirectory | undefined][]) {
    if (!directory) continue;
    usedBytes.fill(1, directory.start, directory.end);
    for (const field of directory.fields) {
      const fate = judge(name, field, littleEndian);
      if (fate === 'keep' || (fate === 'camera' && keepCameraData)) {
        if (!keptFields[name].some(({ tag }) => tag === field.tag)) keptFields[name].push(field);
      } else if (fate !== 'ignore') {
        removed.add(fate);
      }
      if (field.value.length <= MAX_VALUE) usedBytes.fill(1, field.at, field.at + field.value.length);
    }
  }

  if (image.fields.some(({ tag }) => tag === POINTERS.gps)) {
    const gps = follow(image, POINTERS.gps);
    // Some cameras without a receiver write a directory that has only a version.
    removed.add(!gps || gps.fields.some(({ tag }) => tag !== 0) ? 'location' : 'personal');
  }

  // The embedded thumbnail, and old values that editors leave when they cut a pointer.
  if (removed.size === 0 && tiff.some((byte, at) => byte !== 0 && !usedBytes[at])) removed.add('personal');
  return removed.size === 0 ? { bytes: tiff, removed } : { bytes: write(keptFields, littleEndian), removed };
}

/** Returns what happens to a field: it stays, it goes without being a reason to rewrite, or it goes as a kind. */
function judge(directory: Directory, field: TiffField, littleEndian: boolean): 'keep' | 'ignore' | RemovedKind {
  const { tag, value } = field;
  if (directory === 'image' && tag === POINTERS.gps) return 'ignore';
  if (tag === POINTERS[directory === 'image' ? 'photo' : 'interop'] && field.type === LONG) return 'ignore';
  if (tag === ORIENTATION && directory === 'image') return isOrientation(field, littleEndian) ? 'keep' : 'ignore';
  if (!isPlain(field)) return 'personal';
  if (RENDERING_FIELDS[directory].has(tag)) return 'keep';
  if (CAMERA_FIELDS[directory].has(tag)) return 'camera';
  return ENCODING_FIELDS[directory].has(tag) && value.length <= 8 ? 'ignore' : 'personal';
}

/** Returns whether viewers apply this orientation. They ignore other types and numbers. */
function isOrientation({ type, count, value }: TiffField, littleEndian: boolean): boolean {
  if (type !== SHORT || count !== 1) return false;
  const orientation = viewOf(value).getUint16(0, littleEndian);
  return orientation >= 1 && orientation <= 8;
}

/** Returns whether a value is short, and without bytes behind the end of its text. */
function isPlain({ type, value }: TiffField): boolean {
  if (value.length === 0 || value.length > MAX_VALUE) return false;
  return type !== ASCII || /^[^\0]*\0*$/.test(toLatin1(value));
}

function write({ image, photo, interop }: Kept, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  if (image.length + photo.length + interop.length === 0) return new Uint8Array(0);

  const parts = [writeHeader(littleEndian)];
  let end = 8;
  const chain = interop.length > 0 ? [image, photo, interop] : photo.length > 0 ? [image, photo] : [image];
  chain.forEach((fields, place) => {
    const pointer = place === 0 ? POINTERS.photo : POINTERS.interop;
    const isLast = place === chain.length - 1;
    const draft = isLast ? fields : [...fields, longField(pointer, 0, littleEndian)];
    const next = end + writeDirectory(end, draft, littleEndian).length;
    const final = isLast ? fields : [...fields, longField(pointer, next, littleEndian)];
    parts.push(writeDirectory(end, final, littleEndian));
    end = next;
  });

  return concatBytes(...parts);
}
