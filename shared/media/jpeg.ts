import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import { type Cleaner, type CleaningOptions, PlanBuilder, type RemovedKind } from './cleaning-plan.ts';
import { cleanExif } from './exif.ts';
import { kindsOfPhotoshop, PHOTOSHOP } from './photoshop.ts';
import { kindsOfXmp } from './xmp.ts';

/** The first byte of a marker. The second byte is its code (ITU-T T.81, table B.1). */
const MARKER_PREFIX = 0xff;

/** Codes of markers: the first start of frame, the first restart, start and end of image, start of scan, comment. */
const SOF0 = 0xc0;
const RST0 = 0xd0;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;

/** Codes of application segments. The first and the last code limit their range. */
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP13 = 0xed;
const APP14 = 0xee;
const APP15 = 0xef;

/** The code of the marker for temporary use in arithmetic coding. */
const TEM = 0x01;

/** Size of a marker in bytes. */
const MARKER_BYTES = 2;

/** Size of the length of a segment, in bytes. The length includes these bytes, but not the marker. */
const LENGTH_BYTES = 2;

/** Bytes of a payload that are read as its name. All names that are compared are shorter. */
const MAX_NAME_BYTES = 32;

/** The start of an EXIF segment's payload. */
const EXIF = 'Exif\0\0';

/** Matches the start of an XMP segment's payload. */
const XMP = /^http:\/\/ns\.adobe\.com\/(xap|xmp)\//;

/** Bytes of the payload of a JFIF segment without a thumbnail. The last two are the thumbnail's width and height. */
const JFIF_BYTES = 14;

/** Bytes of the payload of a JFIF segment before the size of the thumbnail. */
const JFIF_BYTES_BEFORE_SIZE = 12;

/** Bytes of the payload of Adobe's segment. */
const ADOBE_BYTES = 12;

/**
 * Plans the cleaning of a JPEG file. Its metadata is in segments before, between, and after the scans. The scans stay
 * byte by byte.
 *
 * Also removes data after the picture, where cameras put previews, gain maps for HDR screens, and the video of a
 * motion photo. The picture then looks as in viewers without these extensions.
 */
export const cleanJpeg: Cleaner = async (source, options) => {
  const plan = new PlanBuilder();
  const exif = { isFound: false };

  // The marker SOI.
  plan.keep(0, MARKER_BYTES);
  let position = MARKER_BYTES;

  while (position < source.size) {
    const marker = await findMarker(source, position);
    if (!marker) {
      plan.keep(position, source.size);
      break;
    }
    if (!(await isFill(source, position, marker.start))) plan.remove('personal');

    if (marker.code === EOI) {
      plan.keep(marker.start, marker.end);
      if (marker.end < source.size) plan.remove('personal');
      break;
    }

    position = await addSegment(plan, source, marker, options, exif);
  }

  return plan.build(source.size);
};

/** Whether an EXIF segment came before. Readers use only the first one. */
interface ExifState {
  isFound: boolean;
}

/** Adds the part of a segment that stays, with the compressed data that follows a start of scan. Returns its end. */
async function addSegment(
  plan: PlanBuilder,
  source: ByteSource,
  marker: Marker,
  options: CleaningOptions,
  exif: ExifState,
): Promise<number> {
  const { code, start } = marker;
  if (isStandalone(code)) {
    plan.keep(start, marker.end);
    return marker.end;
  }

  const end = await findSegmentEnd(source, marker);
  if (!isMetadata(code)) {
    const dataEnd = code === SOS ? await findScanEnd(source, end) : end;
    plan.keep(start, dataEnd);
    return dataEnd;
  }

  const payload = await source.read(Math.min(marker.end + LENGTH_BYTES, end), end);
  const fate = decideFate(code, payload, options, exif);
  if (fate === 'keep') {
    plan.keep(start, end);
  } else {
    plan.remove(...fate.removed);
    if (fate.payload) plan.insert(writeSegment(code, fate.payload));
  }

  return end;
}

/**
 * Returns the end of a segment, or of a file that is cut off within the segment.
 *
 * @throws InvalidMediaError if the length is wrong, or decoders don't know the segment
 */
async function findSegmentEnd(source: ByteSource, { code, end: lengthStart }: Marker): Promise<number> {
  const payloadStart = lengthStart + LENGTH_BYTES;
  const hasLength = payloadStart <= source.size;
  const length = hasLength ? viewOf(await source.read(lengthStart, payloadStart)).getUint16(0) : LENGTH_BYTES;
  if (length < LENGTH_BYTES || !isKnown(code)) throw new InvalidMediaError(`Segment ${code.toString(16)}`);

  return Math.min(source.size, lengthStart + length);
}

/** Maximum number of bytes before a marker that count as fill bytes. */
const MAX_FILL_BYTES = 64;

/** Returns whether the bytes between two segments are only repetitions of 0xff. Decoders also skip other bytes. */
async function isFill(source: ByteSource, start: number, end: number): Promise<boolean> {
  return end - start <= MAX_FILL_BYTES && (await source.read(start, end)).every((byte) => byte === MARKER_PREFIX);
}

/** A segment stays, or it is removed, or another payload replaces it. */
type Fate = 'keep' | { readonly removed: Iterable<RemovedKind>; readonly payload?: Uint8Array };

/** Decides what happens to a segment with metadata. */
function decideFate(code: number, payload: Uint8Array<ArrayBuffer>, options: CleaningOptions, exif: ExifState): Fate {
  const name = toLatin1(payload.subarray(0, MAX_NAME_BYTES));
  if (code === APP0 && name.startsWith('JFIF\0') && payload.length >= JFIF_BYTES) return decideJfifFate(payload);
  if (code === APP1 && name.startsWith('Exif')) return decideExifFate(payload, name, options, exif);
  if (code === APP1 && XMP.test(name)) return { removed: kindsOfXmp(payload) };
  if (code === APP13 && name.startsWith(PHOTOSHOP)) return { removed: kindsOfPhotoshop(payload) };
  // Compares the name without its final zero, because decoders also read a profile without the zero.
  if (code === APP2 && name.startsWith('ICC_PROFILE')) return 'keep';
  // Adobe's segment has the colour transform, without which decoders show wrong colours.
  if (code === APP14 && name.startsWith('Adobe') && payload.length >= ADOBE_BYTES) {
    if (payload.length === ADOBE_BYTES) return 'keep';
    return { removed: ['personal'], payload: payload.slice(0, ADOBE_BYTES) };
  }

  return { removed: ['personal'] };
}

/** Removes the thumbnail, and bytes after it, from a JFIF segment. */
function decideJfifFate(payload: Uint8Array): Fate {
  const hasThumbnail = payload.subarray(JFIF_BYTES_BEFORE_SIZE).some((byte) => byte !== 0);
  if (payload.length === JFIF_BYTES && !hasThumbnail) return 'keep';

  // The size of the thumbnail becomes zero.
  const emptySize = new Uint8Array(JFIF_BYTES - JFIF_BYTES_BEFORE_SIZE);
  return { removed: ['personal'], payload: concatBytes(payload.subarray(0, JFIF_BYTES_BEFORE_SIZE), emptySize) };
}

/** Cleans the first EXIF segment, even if it is broken, and removes the others. */
function decideExifFate(
  payload: Uint8Array<ArrayBuffer>,
  name: string,
  options: CleaningOptions,
  exif: ExifState,
): Fate {
  const isUsed = !exif.isFound && name.startsWith(EXIF);
  const cleanedExif = isUsed ? cleanExif(payload.slice(EXIF.length), options) : undefined;
  exif.isFound = true;

  if (!cleanedExif) return { removed: ['personal'] };
  if (cleanedExif.removed.size === 0) return 'keep';

  const isEmpty = cleanedExif.bytes.length === 0;
  return {
    removed: cleanedExif.removed,
    ...(!isEmpty && { payload: concatBytes(fromLatin1(EXIF), cleanedExif.bytes) }),
  };
}

interface Marker {
  /** Position of the last MARKER_PREFIX before the code. */
  readonly start: number;
  readonly end: number;
  readonly code: number;
}

/** Returns the next marker that decoders find: they skip other bytes, and repetitions of 0xff. */
async function findMarker(source: ByteSource, from: number): Promise<Marker | undefined> {
  return await searchMarker(source, from, (code) => code !== 0 && code !== MARKER_PREFIX);
}

/**
 * Returns the end of the compressed data from `from`: the next marker that isn't a restart. Reserved codes are damaged
 * data, which decoders skip.
 */
async function findScanEnd(source: ByteSource, from: number): Promise<number> {
  const endsScan = (code: number) => (code >= SOF0 && code < RST0) || (code >= SOI && code <= APP15) || code === COM;
  return (await searchMarker(source, from, endsScan))?.start ?? source.size;
}

/** Bytes of one read of a search, so that a large picture needs little memory. */
const STEP_BYTES = 64 * 1024;

/** Returns the first marker whose code matches, searching in steps. */
async function searchMarker(
  source: ByteSource,
  from: number,
  matches: (code: number) => boolean,
): Promise<Marker | undefined> {
  // Reads overlap by one byte, so that no marker is cut.
  for (let position = from; position + 1 < source.size; position += STEP_BYTES - 1) {
    const bytes = await source.read(position, Math.min(source.size, position + STEP_BYTES));
    for (let index = bytes.indexOf(MARKER_PREFIX); index !== -1; index = bytes.indexOf(MARKER_PREFIX, index + 1)) {
      const code = bytes[index + 1];
      if (code === undefined || !matches(code)) continue;

      const start = position + index;
      return { start, end: start + MARKER_BYTES, code };
    }
  }

  return undefined;
}

/** Returns whether a marker has no length, like restarts and the start of a picture. */
function isStandalone(code: number): boolean {
  return code === TEM || (code >= RST0 && code <= SOI);
}

/** Returns whether a marker starts a segment that decoders know. */
function isKnown(code: number): boolean {
  return (code >= SOF0 && code <= APP15) || code === COM;
}

/** Returns whether a segment is an application segment or a comment. */
function isMetadata(code: number): boolean {
  return (code >= APP0 && code <= APP15) || code === COM;
}

function writeSegment(code: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = payload.length + LENGTH_BYTES;
  return concatBytes(Uint8Array.of(MARKER_PREFIX, code, length >> 8, length & 0xff), payload);
}
