/** A format that has a cleaner. */
export type MediaFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'iso' | 'mp3' | 'pdf';

/** Number of bytes from a file's start that callers pass to `sniffFormat`. */
export const SNIFFED_BYTES = 64;

/**
 * Returns the format of a file by its first bytes, or undefined if no cleaner reads it.
 *
 * @param head at least the first {@link SNIFFED_BYTES}, or the whole file
 * @param contentType decides formats without a signature, such as MP3 without a tag
 */
export function sniffFormat(head: Uint8Array, contentType: string): MediaFormat | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
  // The signatures at the start of each format. RIFF has the length of the file before `WEBP`, and an ISO base media
  // file has the size of its first box before the box type.
  if (text.startsWith('\xff\xd8')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(text.slice(4, 8))) return 'iso';
  if (text.startsWith('ID3')) return 'mp3';
  // A PDF can have other bytes before its signature.
  if (text.startsWith('%PDF-') || contentType === 'application/pdf') return 'pdf';
  if (contentType === 'audio/mpeg' || contentType === 'audio/mp3') return isOtherAudio(head) ? undefined : 'mp3';

  return undefined;
}

/** Signatures of Ogg, RIFF, FLAC, Matroska, AIFF, and ASF. */
const OTHER_AUDIO = new Set(['OggS', 'RIFF', 'fLaC', '\x1aE\xdf\xa3', 'FORM', '0&\xb2u']);

/** Returns whether bytes start with the signature of an audio format other than MP3, whatever the declared type. */
export function isOtherAudio(head: Uint8Array): boolean {
  return OTHER_AUDIO.has(String.fromCharCode(...head.subarray(0, 4)));
}
