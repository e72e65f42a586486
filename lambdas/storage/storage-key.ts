import { fileName as nameOfFile } from '../../shared/contract/file-name.ts';

/** The bucket's prefixes, one per purpose. */
export const PREFIXES = { file: 'files', avatar: 'avatars', post: 'posts' } as const;

/** What an upload is for. */
export type StoragePurpose = keyof typeof PREFIXES;

export const STORAGE_PURPOSES = Object.keys(PREFIXES) as StoragePurpose[];

/** What a storage key says. */
export interface StorageKey {
  readonly purpose: StoragePurpose;
  readonly userId: string;
  readonly ulid: string;
  readonly fileName: string;
}

/** The key that an upload is stored under: `files/{userId}/{ulid}/{fileName}`. */
export function formatStorageKey({ purpose, userId, ulid, fileName }: StorageKey): string {
  return `${PREFIXES[purpose]}/${userId}/${ulid}/${fileName}`;
}

/** Parses a key; undefined if it is not a valid storage key. */
export function parseStorageKey(key: string): StorageKey | undefined {
  const match = /^([a-z]+)\/([A-Za-z0-9-]{1,64})\/([0-9A-HJKMNP-TV-Z]{26})\/([^/]+)$/.exec(key);
  const [, prefix, userId, ulid, fileName] = match ?? [];
  const purpose = STORAGE_PURPOSES.find((candidate) => PREFIXES[candidate] === prefix);
  if (!purpose || !userId || !ulid || !fileName) return undefined;
  // No upload is signed for any other name, and the store fails at some, instead of finding nothing.
  if (!nameOfFile.safeParse(fileName).success) return undefined;
  return { purpose, userId, ulid, fileName };
}

/** Where an object that anyone may see is served. */
export function publicUrlOf(key: string): string {
  return `/media/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** The key of an object by its public address, or undefined when it is none. */
export function keyOfPublicUrl(url: string): string | undefined {
  if (!url.startsWith('/media/')) return undefined;
  try {
    return decodeURIComponent(url.slice('/media/'.length));
  } catch {
    return undefined;
  }
}
