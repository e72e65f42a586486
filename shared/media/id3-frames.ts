/*
 * The frames of an ID3 tag, version 2.2, 2.3, or 2.4 (https://id3.org). They differ from frames of audio.
 */
import { toLatin1, viewOf } from './bytes.ts';

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

/** A frame of a tag, decoded. */
export interface Frame {
  readonly id: string;
  readonly content: Uint8Array<ArrayBuffer>;
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

/** The frames of a tag. */
interface TagFrames {
  /** The readable frames, decoded. */
  readonly frames: readonly Frame[];
  /** Whether the tag has encrypted or compressed frames, or bytes outside of its frames. */
  readonly hasHiddenData: boolean;
}

/** Reads the frames of a tag of this major version. Returns undefined if the whole tag is compressed. */
export function readFrames(tag: Uint8Array<ArrayBuffer>, major: number): TagFrames | undefined {
  const flags = tag[5]!;
  const isUnsynchronized = (flags & TAG_UNSYNCHRONIZED) !== 0;
  if (major === 2 && (flags & TAG_EXTENDED_HEADER) !== 0) return undefined;

  const storedBody = tag.slice(HEADER_SIZE, HEADER_SIZE + readSynchsafe(tag, 6));
  const body = isUnsynchronized && major < 4 ? decodeUnsynchronized(storedBody) : storedBody;

  const frames: Frame[] = [];
  let hasHiddenData = false;
  let position = findFirstFrame(body, major, flags);

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
    else hasHiddenData = true;

    position = start + size;
  }

  if (body.subarray(position).some((byte) => byte !== 0)) hasHiddenData = true;
  return { frames, hasHiddenData };
}

/** Returns the position of the first frame in a tag's body, after the extended header if the flags announce one. */
function findFirstFrame(body: Uint8Array, major: number, flags: number): number {
  if (major === 2 || (flags & TAG_EXTENDED_HEADER) === 0) return 0;
  // The size of the extended header includes its own four bytes only in version 2.4.
  return major === 4 ? readSynchsafe(body, 0) : 4 + viewOf(body).getUint32(0);
}

/** Removes the zeros after 0xFF. Writers add them so that players don't take a tag for audio. */
function decodeUnsynchronized(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.filter((byte, index) => !(byte === 0 && bytes[index - 1] === 0xff));
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
  const unreadableFlags = major === 3 ? V3_COMPRESSED | V3_ENCRYPTED : V4_COMPRESSED | V4_ENCRYPTED;
  if ((flags & unreadableFlags) !== 0) return undefined;

  const isGrouped = (flags & (major === 3 ? V3_GROUPED : V4_GROUPED)) !== 0;
  const hasLength = major === 4 && (flags & V4_DATA_LENGTH) !== 0;
  // The group has one byte, and the data length four bytes.
  const content = storedContent.slice((isGrouped ? 1 : 0) + (hasLength ? 4 : 0));
  const decodes = major === 4 && (isUnsynchronized || (flags & V4_UNSYNCHRONIZED) !== 0);
  return decodes ? decodeUnsynchronized(content) : content;
}

/** Reads a synchsafe number: four bytes with seven bits each. */
function readSynchsafe(bytes: Uint8Array, position: number): number {
  return bytes.subarray(position, position + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
}
