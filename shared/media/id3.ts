import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import type { CleaningOptions, RemovedKind } from './cleaning-plan.ts';
import { cleanCover } from './cover-picture.ts';

/**
 * A tag consists of frames, which differ from frames of audio. These stay: title, performers, album, track, disc, year,
 * and genre.
 */
const KEPT_TEXTS = /^(TIT2|TPE1|TPE2|TALB|TRCK|TPOS|TYER|TDRC|TCON|TT2|TP1|TP2|TAL|TRK|TPA|TYE|TCO)$/;

/** Frames with a date. */
const DATES = /^(TYER|TDRC|TYE)$/;

/** Frames with a picture, such as the cover. */
const PICTURES = /^(APIC|PIC)$/;

/** Size of the header and of the footer of a tag in bytes: `ID3` (3), version (2), flags (1), and size (4). */
const HEADER_SIZE = 10;

/** Flags of a tag. In version 2.2, the second one announces a compression that was never defined. */
const TAG_UNSYNCHRONIZED = 0x80;
const TAG_EXTENDED_HEADER = 0x40;
const TAG_FOOTER = 0x10;

/** Flags of a frame in version 2.3. */
const V3_COMPRESSED = 0x80;
const V3_ENCRYPTED = 0x40;
const V3_GROUPED = 0x20;

/** Flags of a frame in version 2.4. */
const V4_GROUPED = 0x40;
const V4_COMPRESSED = 0x08;
const V4_ENCRYPTED = 0x04;
const V4_UNSYNCHRONIZED = 0x02;
const V4_DATA_LENGTH = 0x01;

/** Text encodings: UTF-16 with a byte order mark, and UTF-16 without. */
const UTF16_WITH_BOM = 1;
const UTF16 = 2;

/** The result of cleaning a tag of ID3 version 2.2, 2.3, or 2.4 (https://id3.org). */
export interface CleanedId3 {
  /** The new tag. Empty if nothing stays. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Empty if the tag has nothing to remove. */
  readonly removed: ReadonlySet<RemovedKind>;
}

/** A frame of a tag, decoded. */
interface Frame {
  readonly id: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Reads a synchsafe number: four bytes with seven bits each. */
function readSynchsafe(bytes: Uint8Array, position: number): number {
  return bytes.subarray(position, position + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
}

/** Returns the size in bytes of the tag at the start of these bytes, or undefined if they don't start with a tag. */
export function readId3Size(head: Uint8Array): number | undefined {
  // The major version is 2, 3, or 4. The revision follows it.
  const [major = 0, , flags = 0] = head.subarray(3);
  const isTag = head.length >= HEADER_SIZE && toLatin1(head.subarray(0, 3)) === 'ID3' && major < 0xff;
  if (!isTag || head.subarray(6, 10).some((byte) => byte > 127)) return undefined;

  const hasFooter = major === 4 && (flags & TAG_FOOTER) !== 0;
  return HEADER_SIZE + readSynchsafe(head, 6) + (hasFooter ? HEADER_SIZE : 0);
}

/** Returns a tag with only the frames that players show. */
export async function cleanId3(tag: Uint8Array<ArrayBuffer>, options: CleaningOptions): Promise<CleanedId3> {
  const removed = new Set<RemovedKind>();
  const major = tag[3]!;
  const frames = major >= 2 && major <= 4 ? readFrames(tag, major, removed) : undefined;
  if (!frames) return { bytes: new Uint8Array(0), removed: new Set(['personal']) };

  const keptFrames: Uint8Array[] = [];
  const seenIds = new Set<string>();

  for (const frame of frames) {
    const content = await keepContent(frame, seenIds.has(frame.id), options, removed);
    seenIds.add(frame.id);
    if (content) keptFrames.push(writeFrame(major, frame.id, content));
    else removed.add('personal');
  }

  if (keptFrames.length === 0) return { bytes: new Uint8Array(0), removed };

  const body = concatBytes(...keptFrames);
  const header = concatBytes(fromLatin1('ID3'), Uint8Array.of(major, 0, 0), writeSynchsafe(body.length));
  return { bytes: concatBytes(header, body), removed };
}

/** Bytes of a year with the byte of its text encoding, by encoding. Other encodings have one byte per digit. */
const YEAR_BYTES: Readonly<Record<number, number>> = { [UTF16_WITH_BOM]: 11, [UTF16]: 9 };
const DEFAULT_YEAR_BYTES = 5;

/** Returns the part of a frame's content that stays, or undefined if the frame is removed. */
async function keepContent(
  { id, content }: Frame,
  isRepeated: boolean,
  options: CleaningOptions,
  removed: Set<RemovedKind>,
) {
  if (PICTURES.test(id)) return await keepPicture(id, content, options, removed);
  if (!KEPT_TEXTS.test(id) || isRepeated) return undefined;
  if (!DATES.test(id) || options.keepCameraData) return content;

  // The year of an album stays. Players don't show the day of recording.
  const year = content.slice(0, YEAR_BYTES[content[0]!] ?? DEFAULT_YEAR_BYTES);
  if (content.subarray(year.length).some((byte) => byte !== 0)) removed.add('camera');
  return content.length > year.length ? year : content;
}

/** Returns the content of a picture frame, with the picture cleaned and without its description. */
async function keepPicture(
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
  let end = typeEnd + 1;
  while (end < content.length && (content[end] !== 0 || (isWide && content[end + 1] !== 0))) end += isWide ? 2 : 1;
  // A byte order mark of two bytes alone is an empty description.
  if (content.subarray(typeEnd + 1, end).length > (isWide ? 2 : 0)) removed.add('personal');

  const cover = await cleanCover(content.slice(end + (isWide ? 2 : 1)), options);
  if (!cover) return undefined;

  for (const kind of cover.removed) removed.add(kind);
  // The encoding 0 (Latin-1), the media type, the kind of picture, an empty description, and the picture.
  return concatBytes(new Uint8Array(1), content.subarray(1, typeEnd + 1), new Uint8Array(1), cover.bytes);
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
  return concatBytes(fromLatin1(id), major === 4 ? writeSynchsafe(content.length) : size, new Uint8Array(2), content);
}

/** Removes the zeros after 0xFF. Writers add them so that players don't take a tag for audio. */
function decodeUnsynchronized(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.filter((byte, index) => !(byte === 0 && bytes[index - 1] === 0xff));
}

/**
 * Returns the readable frames, decoded, or undefined if the tag is compressed. Adds `personal` to `removed` for
 * encrypted and compressed frames, and for hidden bytes.
 */
function readFrames(tag: Uint8Array<ArrayBuffer>, major: number, removed: Set<RemovedKind>): Frame[] | undefined {
  const flags = tag[5]!;
  const isUnsynchronized = (flags & TAG_UNSYNCHRONIZED) !== 0;
  if (major === 2 && (flags & TAG_EXTENDED_HEADER) !== 0) return undefined;

  let body = tag.slice(HEADER_SIZE, HEADER_SIZE + readSynchsafe(tag, 6));
  if (isUnsynchronized && major < 4) body = decodeUnsynchronized(body);

  const hasExtendedHeader = major > 2 && (flags & TAG_EXTENDED_HEADER) !== 0;
  let position = 0;
  // The size of the extended header includes its own four bytes only in version 2.4.
  if (hasExtendedHeader) position = major === 4 ? readSynchsafe(body, 0) : 4 + viewOf(body).getUint32(0);

  const frames: Frame[] = [];
  // ID and size have three bytes each in version 2.2. Later versions have four bytes each, and two bytes of flags.
  const headerSize = major === 2 ? 6 : 10;
  while (position + headerSize <= body.length && body[position] !== 0) {
    const id = toLatin1(body.subarray(position, position + (major === 2 ? 3 : 4)));
    const size = readFrameSize(body, position, major);
    if (!/^[A-Z][A-Z\d]+ ?$/.test(id) || size === undefined) break;

    const start = position + headerSize;
    const frameFlags = major === 2 ? 0 : body[position + 9]!;
    const content = readContent(body.slice(start, start + size), major, frameFlags, isUnsynchronized);
    if (content && content.length > 0) frames.push({ id, content });
    else removed.add('personal');

    position = start + size;
  }

  if (body.subarray(position).some((byte) => byte !== 0)) removed.add('personal');
  return frames;
}

/** Returns the size of a frame's content in bytes, or undefined if it exceeds the tag. */
function readFrameSize(body: Uint8Array, position: number, major: number): number | undefined {
  const view = viewOf(body);
  if (major === 2) return limitSize(body, position + 6, view.getUint32(position + 2) & 0xffffff);
  if (major === 3) return limitSize(body, position + 10, view.getUint32(position + 4));

  // Some writers of version 2.4 use plain numbers. The right size leads to another frame.
  const sizes = [readSynchsafe(body, position + 4), view.getUint32(position + 4)];
  return sizes
    .map((size) => limitSize(body, position + 10, size))
    .find((size) => size !== undefined && startsFrame(body, position + 10 + size));
}

/** Returns the size if the content fits the tag. */
function limitSize(body: Uint8Array, start: number, size: number): number | undefined {
  return start + size <= body.length ? size : undefined;
}

/** Returns whether a frame, padding, or the end of the tag is at a position. */
function startsFrame(body: Uint8Array, position: number): boolean {
  if (position >= body.length || body[position] === 0) return true;
  return /^[A-Z][A-Z\d]{2}/.test(toLatin1(body.subarray(position, position + 3)));
}

/** Returns the content of a frame without the encodings of its flags, or undefined if it is encrypted or compressed. */
function readContent(storedContent: Uint8Array<ArrayBuffer>, major: number, flags: number, isUnsynchronized: boolean) {
  const sealingFlags = major === 3 ? V3_COMPRESSED | V3_ENCRYPTED : V4_COMPRESSED | V4_ENCRYPTED;
  if ((flags & sealingFlags) !== 0) return undefined;

  const isGrouped = (flags & (major === 3 ? V3_GROUPED : V4_GROUPED)) !== 0;
  const hasLength = major === 4 && (flags & V4_DATA_LENGTH) !== 0;
  // The group has one byte, and the data length four bytes.
  const content = storedContent.slice((isGrouped ? 1 : 0) + (hasLength ? 4 : 0));
  const decodes = major === 4 && (isUnsynchronized || (flags & V4_UNSYNCHRONIZED) !== 0);
  return decodes ? decodeUnsynchronized(content) : content;
}
