import type { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { isStoredFileName } from '../../shared/upload/stored-file-name.ts';

/**
 * The bucket's prefixes, one per purpose:
 *
 * - Browsers upload to `files`, `photos`, `posts` and `posters`, which are private.
 * - Only functions write to `avatars`, which is public and holds the accepted copies of profile pictures.
 * - Only functions write to `renditions`, which holds smaller pictures of files. CloudFront serves them for a signed
 *   URL (docs/adr/0042-rendition-urls.md).
 *
 * The keys of posters and renditions have the user ID and the ULID of their file.
 */
export const PREFIXES = {
  file: 'files',
  photo: 'photos',
  avatar: 'avatars',
  post: 'posts',
  poster: 'posters',
  rendition: 'renditions',
} as const;

/** The purpose of an object. */
export type StoragePurpose = keyof typeof PREFIXES;

export const STORAGE_PURPOSES = Object.keys(PREFIXES) as StoragePurpose[];

/** The purposes whose prefixes browsers upload to. */
export const UPLOAD_PURPOSES = ['file', 'photo', 'post', 'poster'] as const satisfies StoragePurpose[];

/** The parts of a storage key. */
export interface StorageKey {
  readonly purpose: StoragePurpose;
  readonly userId: string;
  readonly ulid: string;
  readonly fileName: string;
}

/** Builds a storage key: `files/{userId}/{ulid}/{fileName}`. */
export function formatStorageKey({ purpose, userId, ulid, fileName }: StorageKey): string {
  return `${PREFIXES[purpose]}/${userId}/${ulid}/${fileName}`;
}

/**
 * Builds the storage key of a new file. The key ends with the file's ID instead of its name, because members may rename
 * the file. Keys of files of earlier versions end with the name. See docs/adr/0060-file-ids.md.
 */
export function fileStorageKey(userId: string, fileId: string): string {
  return formatStorageKey({ purpose: 'file', userId, ulid: fileId, fileName: fileId });
}

/** Returns whether a storage key ends with the ID of its file, so that it has no name. */
export function hasNoName({ ulid, fileName }: StorageKey): boolean {
  return ulid === fileName;
}

/** The longest edge of a rendition, in pixels. */
export type RenditionPixels = typeof THUMBNAIL_PIXELS | typeof PREVIEW_PIXELS;

/** Builds the storage key of a file's rendition: `renditions/{userId}/{ulid}/320.webp`. */
export function renditionKey({ userId, ulid }: Pick<StorageKey, 'userId' | 'ulid'>, pixels: RenditionPixels): string {
  return formatStorageKey({ purpose: 'rendition', userId, ulid, fileName: `${pixels}.webp` });
}

/** Parses a storage key; undefined if it is not valid. */
export function parseStorageKey(key: string): StorageKey | undefined {
  const match = /^([a-z]+)\/([A-Za-z0-9-]{1,64})\/([0-9A-HJKMNP-TV-Z]{26})\/([^/]+)$/.exec(key);
  const [, prefix, userId, ulid, fileName] = match ?? [];
  const purpose = STORAGE_PURPOSES.find((candidate) => PREFIXES[candidate] === prefix);
  if (!purpose || !userId || !ulid || !fileName) return undefined;

  // Uploads are signed for valid names only, and S3 fails for some other names instead of returning 404.
  if (!isStoredFileName(fileName)) return undefined;

  return { purpose, userId, ulid, fileName };
}

/** Returns the URL path of a public object. */
export function publicUrlFor(key: string): string {
  return `/media/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns the storage key in a public URL path of any spelling, or undefined if the URL is not public. */
export function parsePublicUrl(url: string): string | undefined {
  if (!url.startsWith('/media/')) return undefined;
  try {
    return decodeURIComponent(url.slice('/media/'.length));
  } catch {
    return undefined;
  }
}

/** Returns the storage key of a stored profile picture. Profiles of earlier versions have its URL instead. */
export function pictureKeyOf({ profilePicture }: { readonly profilePicture: string }): string {
  return parsePublicUrl(profilePicture) ?? profilePicture;
}

/** Returns the URL path of a stored profile picture, or an empty string if the member has no picture. */
export function pictureUrlOf(profile: { readonly profilePicture: string }): string {
  return profile.profilePicture === '' ? '' : publicUrlFor(pictureKeyOf(profile));
}
