/**
 * The accepted file types: images, video, audio, PDF, plain text and zip archives. See docs/product.md#files.
 */

/** The canonical types of aliases. A map, because an object also has inherited keys such as "constructor". */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-zip', 'application/zip'],
  ['multipart/x-zip', 'application/zip'],
  ['application/x-pdf', 'application/pdf'],
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/vnd.mozilla.apng', 'image/apng'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
]);

/** The accepted types that belong to no accepted family. */
const EXACT_TYPES = new Set(['application/pdf', 'text/plain', 'application/zip']);

/** The accepted families: images, video, and audio. */
const TYPE_FAMILY = /^(image|video|audio)\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/** Returns a media type in lower case, without parameters, and with an alias replaced by the canonical type. */
export function toCanonicalType(type: string): string {
  const typeName = type.replace(/;.*/s, '').trim().toLowerCase();
  return ALIASES.get(typeName) ?? typeName;
}

/** Returns whether files of this canonical type may be uploaded. */
export function isAllowedType(type: string): boolean {
  return EXACT_TYPES.has(type) || TYPE_FAMILY.test(type);
}

/** The filters of the file explorer: label, and prefix of the types that match. */
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

/** A filter that matches only some types. */
export type FileTypeClass = Exclude<FileTypeFilter, 'all'>;

/** Returns the filter that matches a type, or undefined for types that only `all` matches. */
export function fileTypeClassOf(type: string): FileTypeClass | undefined {
  return FILE_TYPE_FILTERS.map(({ value }) => value).find(
    (value): value is FileTypeClass => value !== 'all' && type.startsWith(value),
  );
}

/** Returns whether a profile picture or a post's picture may have this type. Excludes SVG, which can run scripts. */
export function isPictureType(type: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(type);
}
