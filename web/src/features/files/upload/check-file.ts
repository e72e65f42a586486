import { isAllowedType, toCanonicalType } from '../../../../../shared/rules/file-types.ts';
import { MAX_UPLOAD_BYTES } from '../../../../../shared/rules/limits.ts';
import { texts } from './texts.ts';

/** Returns why a file can't be uploaded, or undefined if it can. See docs/product.md#files. */
export function checkFile(file: { name: string; type: string; size: number }): string | undefined {
  if (file.size > MAX_UPLOAD_BYTES) return texts.tooLarge;
  if (file.size === 0) return texts.emptyFile;
  if (!isAllowedType(detectMediaType(file))) return texts.typeNotAllowed;
  return undefined;
}

/** The media types of extensions whose type browsers often don't know, or report as a variant of plain text. */
const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/plain',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

/** Returns the media type to upload: the browser's type if it is allowed, otherwise the type of the extension. */
export function detectMediaType({ name, type }: { name: string; type: string }): string {
  const browserType = toCanonicalType(type);
  if (isAllowedType(browserType)) return browserType;

  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return TYPE_BY_EXTENSION[extension] ?? browserType;
}

/** Returns whether a file is a picture, which can have an alternative text. */
export function isPicture(file: { name: string; type: string }): boolean {
  return detectMediaType(file).startsWith('image/');
}
