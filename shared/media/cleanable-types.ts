import { sniffFormat } from './sniff-format.ts';

/** The media types whose files have a cleaner. */
const CLEANABLE_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
  'image/avif',
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'video/3gpp2',
  'audio/mp4',
  'audio/x-m4a',
  'audio/x-m4b',
  'audio/3gpp',
  'audio/mpeg',
  'audio/mp3',
  'application/pdf',
]);

/** Returns whether files of this canonical type can carry metadata that `planCleaning` removes. */
export function isCleanable(contentType: string): boolean {
  return CLEANABLE_TYPES.has(contentType);
}

/** Size of the header and of the footer of an ID3 tag in bytes: `ID3` (3), version (2), flags (1), and size (4). */
const ID3_HEADER_BYTES = 10;

/** The flag of an ID3 tag with a footer. */
const ID3_FOOTER = 0x10;

/** Bytes from a file's start that show its type, unless an ID3 tag is longer. */
export const TYPE_SAMPLE_BYTES = 4100;

/** Brands of MP4 files without pictures. */
const AUDIO_BRAND = /^(M4A|M4B|F4A|F4B)/;

/** Formats other than MP3 that can begin with an ID3 tag. Cleaning them as MP3 would cut their audio. */
const TAGGED_FORMAT = /aac|ac3|adts|ape|dts|flac|monkey|mpc|musepack|ogg|opus|speex|tta|vorbis|wavpack/;

/**
 * Returns the type of a video or audio file by its bytes, if they are MP4, MOV, or MP3; otherwise the declared type.
 *
 * Browsers and clients often declare a wrong type for these containers, and the type decides whether a file is cleaned.
 * A declared type that `planCleaning` accepts for the bytes stays. Audio stays audio, because MP4 can contain both.
 *
 * @param declaredType the canonical media type that the client has declared
 * @param head the first {@link TYPE_SAMPLE_BYTES} bytes, or the whole file
 */
export function toCleanableType(declaredType: string, head: Uint8Array): string {
  if (!/^(video|audio)\//.test(declaredType)) return declaredType;
  if (sniffFormat(head, declaredType) === 'iso')
    return isCleanable(declaredType) ? declaredType : detectIsoType(declaredType, head);
  return isMpegAudio(declaredType, head) && declaredType !== 'audio/mp3' ? 'audio/mpeg' : declaredType;
}

/** Returns the type of an MP4 or MOV file by its first box and its brand. */
function detectIsoType(declaredType: string, head: Uint8Array): string {
  // A box begins with its size and type, of four bytes each. `ftyp` then has the brand.
  const box = textAt(head, 4);
  const brand = textAt(head, 8);
  if (declaredType.startsWith('audio/') || (box === 'ftyp' && AUDIO_BRAND.test(brand))) return 'audio/mp4';
  return box === 'ftyp' && brand !== 'qt  ' ? 'video/mp4' : 'video/quicktime';
}

/**
 * Returns whether a frame of MPEG audio follows a file's ID3 tags and zeros.
 *
 * @param declaredType decides if a tag is longer than `head`, for example because it has a cover
 */
export function isMpegAudio(declaredType: string, head: Uint8Array): boolean {
  let position = 0;
  while (textAt(head, position).startsWith('ID3') && position + ID3_HEADER_BYTES <= head.length) {
    const hasFooter = (head[position + 5]! & ID3_FOOTER) !== 0;
    // The size has seven bits per byte, and excludes header and footer.
    const sizeBytes = head.subarray(position + 6, position + ID3_HEADER_BYTES);
    const size = sizeBytes.reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    position += ID3_HEADER_BYTES + size + (hasFooter ? ID3_HEADER_BYTES : 0);
  }
  if (position > 0 && position >= head.length) return !TAGGED_FORMAT.test(declaredType);

  while (head[position] === 0) position += 1;

  // The header of a frame: 11 bits that are 1, then version, layer, and checksum. Bit rate and sample rate follow.
  const [sync, version = 0, rates = 0] = head.subarray(position, position + 3);
  // Excludes 0xFFFE, which is also the byte order mark of a text in UTF-16.
  if (sync !== 0xff || (version & 0xe0) !== 0xe0 || version === 0xfe) return false;

  // A frame of MPEG audio has none of these values. Layer 0 is AAC.
  const isReservedVersion = (version & 0x18) === 0x08;
  const isLayer0 = (version & 0x06) === 0;
  const isReservedBitRate = (rates & 0xf0) === 0xf0;
  const isReservedSampleRate = (rates & 0x0c) === 0x0c;
  return !(isReservedVersion || isLayer0 || isReservedBitRate || isReservedSampleRate);
}

/** Returns four bytes at a position as text. */
function textAt(bytes: Uint8Array, position: number): string {
  return String.fromCharCode(...bytes.subarray(position, position + 4));
}
