import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import { type Cleaner, type CleaningOptions, PlanBuilder, type RemovedKind } from './cleaning-plan.ts';
import { cleanExif } from './exif.ts';
import { kindsOfPhotoshop, PHOTOSHOP } from './photoshop.ts';
import { kindsOfXmp } from './xmp.ts';

/** Codes of markers, which follow a byte 0xff. */
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;

/** The start of an EXIF segment's payload. */
const EXIF = 'Exif\0\0';

/** Matches the start of an XMP segment's payload. */
const XMP = /^http:\/\/ns\.adobe\.com\/(xap|xmp)\//;

/** Bytes of the payload of a JFIF segment without a thumbnail. */
const JFIF_BYTES = 14;

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

  // The marker START.
  plan.keep(0, 2);
  let position = 2;

  while (position < source.size) {
    const marker = await findMarker(source, position);
    if (!marker) {
      plan.keep(position, source.size);
      break;
    }
    if (!(await isFill(source, position, marker.start))) plan.remove('personal');

    position = marker.end;
    if (marker.code === END) {
      plan.keep(marker.start, position);
      if (position < source.size) plan.remove('personal');
      break;
    }
    if (isStandalone(marker.code)) {
      plan.keep(marker.start, position);
      continue;
    }

    const length = position + 2 <= source.size ? viewOf(await source.read(position, position + 2)).getUint16(0) : 2;
    if (length < 2 || !isKnown(marker.code)) throw new InvalidMediaError(`Segment ${marker.code.toString(16)}`);
    const end = Math.min(source.size, position + length);

    if (isMetadata(marker.code)) {
      const payload = await source.read(Math.min(position + 2, end), end);
      const fate = decideFate(marker.code, payload, options, exif);
      if (fate === 'keep') {
        plan.keep(marker.start, end);
      } else {
        plan.remove(...fate.removed);
        if (fate.payload) plan.insert(writeSegment(marker.code, fate.payload));
      }
      position = end;
    } else {
      position = marker.code === SCAN ? await findScanEnd(source, end) : end;
      plan.keep(marker.start, position);
    }
  }

  return plan.build(source.size);
};

/** Maximum number of bytes before a marker that count as fill bytes. */
const MAX_FILL_BYTES = 64;

/** Returns whether the bytes between two segments are only repetitions of 0xff. Decoders also skip other bytes. */
async function isFill(source: ByteSource, start: number, end: number): Promise<boolean> {
  return end - start <= MAX_FILL_BYTES && (await source.read(start, end)).every((byte) => byte === 0xff);
}

/** A segment stays, or it is removed, or another payload replaces it. */
type Fate = 'keep' | { readonly removed: Iterable<RemovedKind>; readonly payload?: Uint8Array };

/** Decides what happens to a segment with metadata. `exif` stores whether an EXIF segment came before. */
function decideFate(
  code: number,
  payload: Uint8Array<ArrayBuffer>,
  options: CleaningOptions,
  exif: { isFound: boolean },
): Fate {
  const name = toLatin1(payload.subarray(0, 32));
  if (code === 0xe0 && name.startsWith('JFIF\0') && payload.length >= JFIF_BYTES) {
    if (payload.length === JFIF_BYTES && payload[12] === 0 && payload[13] === 0) return 'keep';
    // Removes the thumbnail. Its width and height are the last two bytes.
    return { removed: ['personal'], payload: concatBytes(payload.subarray(0, 12), new Uint8Array(2)) };
  }
  if (code === 0xe1 && name.startsWith('Exif')) {
    // Readers use the first EXIF segment, even if it is broken.
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
  if (code === 0xe1 && XMP.test(name)) return { removed: kindsOfXmp(payload) };
  if (code === 0xed && name.startsWith(PHOTOSHOP)) return { removed: kindsOfPhotoshop(payload) };
  // Compares the name without its final zero, because decoders also read a profile without the zero.
  if (code === 0xe2 && name.startsWith('ICC_PROFILE')) return 'keep';
  // Adobe's segment has the colour transform, without which decoders show wrong colours.
  if (code === 0xee && name.startsWith('Adobe') && payload.length >= ADOBE_BYTES) {
    if (payload.length === ADOBE_BYTES) return 'keep';
    return { removed: ['personal'], payload: payload.slice(0, ADOBE_BYTES) };
  }

  return { removed: ['personal'] };
}

interface Marker {
  /** Position of its last 0xff. */
  readonly start: number;
  readonly end: number;
  readonly code: number;
}

/** Returns the next marker that decoders find: they skip other bytes, and repetitions of 0xff. */
async function findMarker(source: ByteSource, from: number): Promise<Marker | undefined> {
  return await scan(source, from, (code) => code !== 0 && code !== 0xff);
}

/**
 * Returns the end of the compressed data from `from`: the next marker that isn't a restart. Reserved codes are damaged
 * data, which decoders skip.
 */
async function findScanEnd(source: ByteSource, from: number): Promise<number> {
  const endsScan = (code: number) =>
    (code >= 0xc0 && code < 0xd0) || (code >= START && code < 0xf0) || code === COMMENT;
  return (await scan(source, from, endsScan))?.start ?? source.size;
}

/** Bytes of one read of a search, so that a large picture needs little memory. */
const STEP_BYTES = 64 * 1024;

/** Returns the first marker whose code matches, searching in steps. */
async function scan(source: ByteSource, from: number, matches: (code: number) => boolean): Promise<Marker | undefined> {
  // Reads overlap by one byte, because a marker has two bytes.
  for (let position = from; position + 1 < source.size; position += STEP_BYTES - 1) {
    const bytes = await source.read(position, Math.min(source.size, position + STEP_BYTES));
    for (let index = bytes.indexOf(0xff); index !== -1; index = bytes.indexOf(0xff, index + 1)) {
      const code = bytes[index + 1];
      if (code === undefined || !matches(code)) continue;

      const start = position + index;
      return { start, end: start + 2, code };
    }
  }

  return undefined;
}

/** Returns whether a marker has no length, like restarts and the start of a picture. */
function isStandalone(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= START);
}

/** Returns whether a marker starts a segment that decoders know. */
function isKnown(code: number): boolean {
  return (code >= 0xc0 && code < 0xf0) || code === COMMENT;
}

/** Returns whether a segment is an application segment or a comment. */
function isMetadata(code: number): boolean {
  return (code >= 0xe0 && code < 0xf0) || code === COMMENT;
}

function writeSegment(code: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = payload.length + 2;
  return concatBytes(Uint8Array.of(0xff, code, length >> 8, length & 0xff), payload);
}
