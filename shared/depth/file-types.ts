/**
 * The types of file that the product takes (specification §5 "Uploader"): images, video, audio, PDF, plain text and
 * zip archives.
 */

const ALIASES: Readonly<Record<string, string>> = {
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'multipart/x-zip': 'application/zip',
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/vnd.mozilla.apng': 'image/apng',
  'image/x-ms-bmp': 'image/bmp',
  'image/vnd.microsoft.icon': 'image/x-icon',
};

const EXACT = new Set(['application/pdf', 'text/plain', 'application/zip']);
const FAMILY = /^(image|video|audio)\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/** A media type in lower case, without parameters, under its registered name (decision 22). */
export function canonicalType(type: string): string {
  const bare = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
  return ALIASES[bare] ?? bare;
}

/** Whether a file of this (canonical) type may be uploaded. */
export function isAllowedType(type: string): boolean {
  return EXACT.has(type) || FAMILY.test(type);
}

/** The explorer's filters (specification §2 "File explorer"): label and the prefix that a type must begin with. */
export const FILE_TYPE_FILTERS = [
  { value: 'all', label: 'All Files' },
  { value: 'image/', label: 'Images' },
  { value: 'video/', label: 'Videos' },
  { value: 'audio/', label: 'Audio' },
  { value: 'application/pdf', label: 'PDFs' },
  { value: 'text/', label: 'Text' },
  { value: 'application/zip', label: 'Archives' },
] as const;

export type FileTypeFilter = (typeof FILE_TYPE_FILTERS)[number]['value'];

/** Whether a profile photo or a post's picture may be of a type (specification §5). SVG may hold scripts. */
export function isPictureType(type: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(type);
}
