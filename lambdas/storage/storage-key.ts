import { fileName as fileNameSchema } from '../../shared/contract/file-name.ts';

/** The bucket's prefixes, one per purpose. */
export const PREFIXES = { file: 'files', avatar: 'avatars', post: 'posts' } as const;

/** The purpose of an upload. */
export type StoragePurpose = keyof typeof PREFIXES;

export const STORAGE_PURPOSES = Object.keys(PREFIXES) as StoragePurpose[];

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

/** Parses a storage key; undefined if it is not valid. */
export function parseStorageKey(key: string): StorageKey | undefined {
  const match = /^([a-z]+)\/([A-Za-z0-9-]{1,64})\/([0-9A-HJKMNP-TV-Z]{26})\/([^/]+)$/.exec(key);
  const [, prefix, userId, ulid, fileName] = match ?? [];
  const purpose = STORAGE_PURPOSES.find((candidate) => PREFIXES[candidate] === prefix);
  if (!purpose || !userId || !ulid || !fileName) return undefined;
  // Uploads are signed for valid names only, and S3 fails for some other names instead of returning 404.
  if (!fileNameSchema.safeParse(fileName).success) return undefined;
  return { purpose, userId, ulid, fileName };
}

/** Returns the URL path of a public object. */
export function publicUrlFor(key: string): string {
  return `/media/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns the storage key in a public URL path, or undefined if it is not one. */
export function parsePublicUrl(url: string): string | undefined {
  if (!url.startsWith('/media/')) return undefined;
  try {
    return decodeURIComponent(url.slice('/media/'.length));
  } catch {
    return undefined;
  }
}
