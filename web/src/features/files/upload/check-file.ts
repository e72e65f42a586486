import { canonicalType, isAllowedType } from '../../../../../shared/depth/file-types.ts';
import { MAX_UPLOAD_BYTES } from '../../../../../shared/depth/limits.ts';
import { texts } from '../texts.ts';

/** Why a file cannot be uploaded, or undefined (specification §5 "Uploader"). */
export function checkFile(file: { name: string; type: string; size: number }): string | undefined {
  if (file.size > MAX_UPLOAD_BYTES) return texts.tooLarge;
  if (file.size === 0) return texts.emptyFile;
  if (!isAllowedType(mediaTypeOf(file))) return texts.typeNotTaken;
  return undefined;
}

/** Types of files that browsers often cannot name, or name as something that is plain text to read. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
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

/** The media type to upload a file as: the browser's, or by extension where the browser's is none that is taken. */
export function mediaTypeOf({ name, type }: { name: string; type: string }): string {
  const stated = canonicalType(type);
  if (isAllowedType(stated)) return stated;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? stated;
}
