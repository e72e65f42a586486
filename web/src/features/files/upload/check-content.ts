import { type MediaFormat, SNIFFED_BYTES, sniffFormat } from '../../../../../shared/media/sniff-format.ts';
import { detectMediaType } from './check-file.ts';
import { texts } from './texts.ts';

/** The media types of the formats that `sniffFormat` recognizes by their signature alone. */
const TYPE_BY_FORMAT: Readonly<Partial<Record<MediaFormat, string>>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

/** The media types of pictures in ISO base media files, by the brand of the file. */
const TYPE_BY_BRAND: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic-sequence',
  hevx: 'image/heic-sequence',
  mif1: 'image/heif',
  msf1: 'image/heif-sequence',
  avif: 'image/avif',
  avis: 'image/avif',
};

/** Types that the server accepts only if the bytes begin with the format's signature. */
const SIGNED_TYPE = /^image\/(jpeg|a?png|webp|gif)$/;

/**
 * Returns the media type of a picture or PDF by its bytes, because the extension of a name is often wrong. Returns the
 * declared type for other bytes.
 *
 * @param declaredType - the canonical media type of the browser, or of the name's extension
 * @param head - the first `SNIFFED_BYTES` bytes, or the whole file
 */
export function detectContentType(declaredType: string, head: Uint8Array): string {
  // The first letters of a text can be the signature of a format.
  if (declaredType === 'text/plain') return declaredType;

  // Without a content type, `sniffFormat` recognizes only signatures.
  const format = sniffFormat(head, '');
  if (!format) return declaredType;

  const isIsoPicture = format === 'iso' && declaredType.startsWith('image/');
  const contentType = isIsoPicture ? TYPE_BY_BRAND[readBrand(head)] : TYPE_BY_FORMAT[format];

  return !contentType || isSameFormat(contentType, declaredType) ? declaredType : contentType;
}

/** Returns the brand of an ISO base media file. It follows the size and type of the first box, of four bytes each. */
function readBrand(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(8, 12));
}

/** Returns whether the server accepts bytes of one type under the other. */
function isSameFormat(contentType: string, declaredType: string): boolean {
  const isHeif = (type: string) => /^image\/hei[cf](-sequence)?$/.test(type);
  return (
    (contentType === 'image/png' && declaredType === 'image/apng') || (isHeif(contentType) && isHeif(declaredType))
  );
}

/**
 * Returns why the server would reject the content of a prepared file, or undefined if the page can't know. See
 * docs/product.md#files.
 */
export async function checkContent(file: File): Promise<string | undefined> {
  const type = detectMediaType(file);
  if (!SIGNED_TYPE.test(type)) return undefined;

  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
  const format = sniffFormat(head, '');
  const isOfType = format !== undefined && TYPE_BY_FORMAT[format] === type.replace('apng', 'png');

  return isOfType ? undefined : texts.contentMismatch(type);
}
