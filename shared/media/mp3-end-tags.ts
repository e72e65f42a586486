import type { ByteSource } from './byte-source.ts';
import { toLatin1, viewOf } from './bytes.ts';

/** Size of a tag of ID3 version 1 at the end of a file, in bytes. */
export const ID3V1_SIZE = 128;

/** Size of the extension before that tag, in bytes. */
const EXTENDED_SIZE = 227;

/** Maximum size of a text of Lyrics3 version 1 with its marks, in bytes. */
const MAX_LYRICS = 5100 + 20;

interface EndTag {
  readonly start: number;
  readonly isId3v1: boolean;
}

/** Returns the tag that ends at a position: ID3v1, Lyrics3, APE, or an appended ID3v2.4. */
export async function findTagAtEnd(source: ByteSource, from: number, end: number): Promise<EndTag | undefined> {
  const read = async (start: number, length: number) =>
    start >= from && start + length <= end ? await source.read(start, start + length) : new Uint8Array(0);
  const textAt = async (start: number, length: number) => toLatin1(await read(start, length));
  const toTag = (size: number, isId3v1 = false) => (end - size >= from ? { start: end - size, isId3v1 } : undefined);

  if ((await textAt(end - ID3V1_SIZE, 3)) === 'TAG') return toTag(ID3V1_SIZE, true);
  if ((await textAt(end - EXTENDED_SIZE, 4)) === 'TAG+') return toTag(EXTENDED_SIZE);

  const footer = await read(end - 32, 32);
  if (toLatin1(footer.subarray(0, 8)) === 'APETAGEX') {
    const hasHeader = (viewOf(footer).getUint32(20, true) & 0x80000000) !== 0;
    // At least the footer's size, because a tag without bytes would be found again at the same position.
    return toTag(Math.max(32, viewOf(footer).getUint32(12, true)) + (hasHeader ? 32 : 0));
  }

  const lyrics = await textAt(end - 15, 15);
  if (/^\d{6}LYRICS200$/.test(lyrics)) return toTag(Number(lyrics.slice(0, 6)) + 15);
  if (lyrics.endsWith('LYRICSEND')) {
    const start = Math.max(from, end - MAX_LYRICS);
    const begin = (await textAt(start, end - start)).lastIndexOf('LYRICSBEGIN');
    return begin < 0 ? undefined : { start: start + begin, isId3v1: false };
  }

  const id3Footer = await read(end - 10, 10);
  if (toLatin1(id3Footer.subarray(0, 3)) === '3DI') {
    const size = id3Footer.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    // The size excludes the header and the footer, of 10 bytes each.
    return toTag(size + 20);
  }

  return undefined;
}

/** Positions of title, performer, album, year, and comment in a tag of ID3 version 1. */
const FIELD_STARTS = [3, 33, 63, 93, 97] as const;
const COMMENT = 97;
const TRACK = 126;

/** Returns an ID3v1 tag without its comment, and without bytes after the end of a text. */
export function cleanId3v1(tag: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const cleanedTag = tag.slice();
  for (let field = 0; field + 1 < FIELD_STARTS.length; field++) {
    const end = tag.indexOf(0, FIELD_STARTS[field]);
    if (end >= 0 && end < FIELD_STARTS[field + 1]!) cleanedTag.fill(0, end, FIELD_STARTS[field + 1]);
  }

  // Version 1.1 has the number of the track in the last byte of the comment, after a zero.
  const hasTrack = tag[TRACK - 1] === 0 && tag[TRACK] !== 0;
  cleanedTag.fill(0, COMMENT, hasTrack ? TRACK : TRACK + 1);
  return cleanedTag;
}
