const CLEANABLE_TYPES = new Set([
  ...['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif'],
  ...['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence', 'image/avif'],
  ...['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp', 'video/3gpp2'],
  ...['audio/mp4', 'audio/x-m4a', 'audio/x-m4b', 'audio/3gpp', 'audio/mpeg', 'audio/mp3'],
  'application/pdf',
]);

/** Returns whether files of this canonical type can carry metadata that `planCleaning` removes. */
export function isCleanable(contentType: string): boolean {
  return CLEANABLE_TYPES.has(contentType);
}
