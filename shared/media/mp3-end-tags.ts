import type { ByteSource } from './byte-source.ts';
import { toLatin1, viewOf } from './bytes.ts';

/** Size of a tag of ID3 version 1 at the end of a file, in bytes. */
export const ID3V1_SIZE = 128;

/** Size of the extension before that tag (`TAG+`), in bytes. */
const EXTENSION_SIZE = 227;

/** Maximum size of Lyrics3 version 1 in bytes: a text (5,100) between `LYRICSBEGIN` (11) and `LYRICSEND` (9). */
const MAX_LYRICS_BYTES = 5100 + 11 + 9;

/** Size of the end of Lyrics3 version 2 in bytes: the size of the tag in six digits, and `LYRICS200`. */
const LYRICS_END_BYTES = 15;

/** Size of the header and of the footer of an APE tag, in bytes. */
export const APE_HEADER_BYTES = 32;

/** Position of a tag's size in its header and footer, in bytes. The size includes the footer, but not the header. */
export const APE_SIZE_START = 12;

/** Position of the flags in the header and footer of an APE tag, in bytes. */
const APE_FLAGS_START = 20;

/** The flag of an APE tag that has a header. */
const APE_HAS_HEADER = 0x80000000;

/** Size of the header and of the footer of an ID3v2.4 tag, in bytes. */
const ID3_HEADER_BYTES = 10;

/** A tag at the end of a file. */
interface EndTag {
  readonly start: number;
  readonly isId3v1: boolean;
}

/**
 * Returns the tag that ends at a position: ID3v1, Lyrics3, APE, or an appended ID3v2.4.
 *
 * @param from - the position before which no tag begins
 */
export async function findTagAtEnd(source: ByteSource, from: number, end: number): Promise<EndTag | undefined> {
  const read = async (start: number, length: number) =>
    start >= from && start + length <= end ? await source.read(start, start + length) : new Uint8Array(0);
  const textAt = async (start: number, length: number) => toLatin1(await read(start, length));
  /** Returns the tag of this size, unless it would begin before `from`. */
  const toTag = (size: number, { isId3v1 = false } = {}) =>
    end - size >= from ? { start: end - size, isId3v1 } : undefined;

  if ((await textAt(end - ID3V1_SIZE, 3)) === 'TAG') return toTag(ID3V1_SIZE, { isId3v1: true });
  if ((await textAt(end - EXTENSION_SIZE, 4)) === 'TAG+') return toTag(EXTENSION_SIZE);

  const footer = await read(end - APE_HEADER_BYTES, APE_HEADER_BYTES);
  if (toLatin1(footer.subarray(0, 8)) === 'APETAGEX') {
    const hasHeader = (viewOf(footer).getUint32(APE_FLAGS_START, true) & APE_HAS_HEADER) !== 0;
    const size = viewOf(footer).getUint32(APE_SIZE_START, true);
    // At least the footer's size, because a tag without bytes would be found again at the same position.
    return toTag(Math.max(APE_HEADER_BYTES, size) + (hasHeader ? APE_HEADER_BYTES : 0));
  }

  const lyrics = await textAt(end - LYRICS_END_BYTES, LYRICS_END_BYTES);
  if (/^\d{6}LYRICS200$/.test(lyrics)) return toTag(Number(lyrics.slice(0, 6)) + LYRICS_END_BYTES);
  if (lyrics.endsWith('LYRICSEND')) {
    const start = Math.max(from, end - MAX_LYRICS_BYTES);
    const begin = (await textAt(start, end - start)).lastIndexOf('LYRICSBEGIN');
    return begin < 0 ? undefined : { start: start + begin, isId3v1: false };
  }

  const id3Footer = await read(end - ID3_HEADER_BYTES, ID3_HEADER_BYTES);
  if (toLatin1(id3Footer.subarray(0, 3)) === '3DI') {
    // The size has seven bits per byte, and excludes the header and the footer.
    const size = id3Footer.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    return toTag(size + 2 * ID3_HEADER_BYTES);
  }

  return undefined;
}

/** Positions of title, performer, album, year, and comment in a tag of ID3 version 1. */
const FIELD_STARTS = [3, 33, 63, 93, 97] as const;
const COMMENT_START = 97;

/** Position of the track number of version 1.1. The genre follows it. */
const TRACK_START = 126;

/** Returns an ID3v1 tag without its comment, and without bytes after the end of a text. */
export function cleanId3v1(tag: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const cleanedTag = tag.slice();
  for (let field = 0; field + 1 < FIELD_STARTS.length; field++) {
    const end = tag.indexOf(0, FIELD_STARTS[field]);
    if (end >= 0 && end < FIELD_STARTS[field + 1]!) cleanedTag.fill(0, end, FIELD_STARTS[field + 1]);
  }

  // Version 1.1 has the number of the track in the last byte of the comment, after a zero.
  const hasTrack = tag[TRACK_START - 1] === 0 && tag[TRACK_START] !== 0;
  cleanedTag.fill(0, COMMENT_START, hasTrack ? TRACK_START : TRACK_START + 1);
  return cleanedTag;
}
