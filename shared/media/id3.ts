import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import type { CleaningOptions, RemovedKind } from './cleaning-plan.ts';
import { cleanCover } from './cover-picture.ts';
import { type Frame, readFrames } from './id3-frames.ts';

/** Frames that stay: title, performers, album, track, disc, year, and genre. */
const KEPT_TEXTS = /^(TIT2|TPE1|TPE2|TALB|TRCK|TPOS|TYER|TDRC|TCON|TT2|TP1|TP2|TAL|TRK|TPA|TYE|TCO)$/;

/** Frames with a date. */
const DATES = /^(TYER|TDRC|TYE)$/;

/** Frames with a picture, such as the cover. */
const PICTURES = /^(APIC|PIC)$/;

/** Text encodings: UTF-16 with a byte order mark, and UTF-16 without. */
const UTF16_WITH_BOM = 1;
const UTF16 = 2;

/**
 * Bytes of a frame's content if it is only a year, by text encoding: one byte for the encoding, and four digits.
 * A digit has two bytes in UTF-16, and a byte order mark has two more. Other encodings have one byte per digit.
 */
const YEAR_BYTES: Readonly<Record<number, number>> = { [UTF16_WITH_BOM]: 11, [UTF16]: 9 };
const DEFAULT_YEAR_BYTES = 5;

/** The result of cleaning a tag of ID3 version 2.2, 2.3, or 2.4 (https://id3.org). */
export interface CleanedId3 {
  /** The new tag. Empty if nothing stays. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Empty if the tag has nothing to remove. */
  readonly removed: ReadonlySet<RemovedKind>;
}

/** Returns a tag with only the frames that players show. */
export async function cleanId3(tag: Uint8Array<ArrayBuffer>, options: CleaningOptions): Promise<CleanedId3> {
  const major = tag[3]!;
  const tagFrames = major >= 2 && major <= 4 ? readFrames(tag, major) : undefined;
  if (!tagFrames) return { bytes: new Uint8Array(0), removed: new Set(['personal']) };

  const removed = new Set<RemovedKind>();
  if (tagFrames.hasHiddenData) removed.add('personal');

  const keptFrames: Uint8Array[] = [];
  const seenIds = new Set<string>();

  for (const frame of tagFrames.frames) {
    const content = await cleanContent(frame, seenIds.has(frame.id), options, removed);
    seenIds.add(frame.id);
    if (content) keptFrames.push(writeFrame(major, frame.id, content));
    else removed.add('personal');
  }

  if (keptFrames.length === 0) return { bytes: new Uint8Array(0), removed };

  const body = concatBytes(...keptFrames);
  const header = concatBytes(fromLatin1('ID3'), Uint8Array.of(major, 0, 0), writeSynchsafe(body.length));
  return { bytes: concatBytes(header, body), removed };
}

/**
 * Returns the content of a frame without hidden metadata, or undefined if the whole frame must be removed. Adds the
 * kinds of metadata that it removes from the content to `removed`.
 *
 * @param isRepeated - whether an earlier frame has the same ID. A repeated text is removed; a repeated picture stays.
 */
async function cleanContent(
  { id, content }: Frame,
  isRepeated: boolean,
  options: CleaningOptions,
  removed: Set<RemovedKind>,
) {
  if (PICTURES.test(id)) return await cleanPicture(id, content, options, removed);
  if (!KEPT_TEXTS.test(id) || isRepeated) return undefined;
  if (!DATES.test(id) || options.keepCameraData) return content;

  // The year of an album stays. Players don't show the day of recording.
  const year = content.slice(0, YEAR_BYTES[content[0]!] ?? DEFAULT_YEAR_BYTES);
  if (content.subarray(year.length).some((byte) => byte !== 0)) removed.add('camera');
  return content.length > year.length ? year : content;
}

/**
 * Returns the content of a picture frame, with the picture cleaned and without its description, or undefined if the
 * picture isn't a readable JPEG or PNG. Adds the kinds of metadata that it removes to `removed`.
 */
async function cleanPicture(
  id: string,
  content: Uint8Array<ArrayBuffer>,
  options: CleaningOptions,
  removed: Set<RemovedKind>,
) {
  // The text encoding comes first. The format then has three letters in version 2.2, or is a media type with a zero.
  const typeEnd = id === 'PIC' ? 4 : content.indexOf(0, 1) + 1;
  const type = toLatin1(content.subarray(1, typeEnd));
  if (!/^(image\/)?(jpe?g|png)\0?$/i.test(type)) return undefined;

  // A byte with the kind of picture and a description precede the picture. The description ends with a zero, which has
  // two bytes in UTF-16.
  const isWide = content[0] === UTF16_WITH_BOM || content[0] === UTF16;
  const descriptionStart = typeEnd + 1;
  let descriptionEnd = descriptionStart;
  while (
    descriptionEnd < content.length &&
    (content[descriptionEnd] !== 0 || (isWide && content[descriptionEnd + 1] !== 0))
  ) {
    descriptionEnd += isWide ? 2 : 1;
  }

  // A byte order mark of two bytes alone is an empty description.
  if (content.subarray(descriptionStart, descriptionEnd).length > (isWide ? 2 : 0)) removed.add('personal');

  const cover = await cleanCover(content.slice(descriptionEnd + (isWide ? 2 : 1)), options);
  if (!cover) return undefined;

  for (const kind of cover.removed) removed.add(kind);
  // The encoding 0 (Latin-1), the media type, the kind of picture, an empty description, and the picture.
  return concatBytes(new Uint8Array(1), content.subarray(1, descriptionStart), new Uint8Array(1), cover.bytes);
}

/** Returns a synchsafe number: four bytes with seven bits each. */
function writeSynchsafe(value: number): Uint8Array {
  return Uint8Array.of((value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127);
}

/** Builds a frame in the format of a version. */
function writeFrame(major: number, id: string, content: Uint8Array): Uint8Array {
  const size = new Uint8Array(4);
  viewOf(size).setUint32(0, content.length);
  if (major === 2) return concatBytes(fromLatin1(id), size.subarray(1), content);

  const noFlags = new Uint8Array(2);
  return concatBytes(fromLatin1(id), major === 4 ? writeSynchsafe(content.length) : size, noFlags, content);
}
