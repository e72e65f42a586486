import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import type { DeletionReason } from '../platform/deletion-reason.ts';
import {
  bucket,
  deleteObject,
  deleteObjects,
  listObjects,
  loadS3,
  MAX_OBJECTS_PER_REQUEST,
  readFirstBytes,
} from './object-store.ts';
import {
  PREFIXES,
  parseStorageKey,
  type RenditionPixels,
  renditionKey,
  type StorageKey,
  type StoragePurpose,
} from './storage-key.ts';

/** The sizes of renditions: their longest edges, in pixels. */
const RENDITION_SIZES = [THUMBNAIL_PIXELS, PREVIEW_PIXELS] as const;

/** Identifies a file, its posters, and its renditions. */
type FileAddress = Pick<StorageKey, 'userId' | 'ulid'>;

/** Stores a rendition of a file, a WebP picture. Replaces an earlier rendition of the same size. */
export async function storeRendition(file: FileAddress, pixels: RenditionPixels, bytes: Uint8Array): Promise<void> {
  const { s3, PutObjectCommand } = await loadS3();
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket(),
      Key: renditionKey(file, pixels),
      Body: bytes,
      ContentType: 'image/webp',
      // The URL stays the same for 15 minutes. Only browsers cache the picture, so CloudFront never serves a deleted
      // one.
      CacheControl: 'private, max-age=900',
    }),
  );
}

/** Deletes all renditions of a file. */
export async function deleteRenditions(file: FileAddress, reason: DeletionReason): Promise<void> {
  await deleteObjects(listRenditionKeys(file), reason);
}

/** Returns the storage keys of all renditions that a file can have. */
function listRenditionKeys(file: FileAddress): string[] {
  return RENDITION_SIZES.map((pixels) => renditionKey(file, pixels));
}

/** Maximum number of posters that one call lists. A file usually has one. */
const MAX_LISTED_POSTERS = 10;

/** Returns the storage keys of posters that were uploaded for a file, at most ten. A later call can return more. */
export async function listPosters(file: FileAddress): Promise<string[]> {
  const { objects } = await listObjects('poster', { count: MAX_LISTED_POSTERS, ...file });
  return objects.map(({ key }) => key);
}

/** Returns the storage key of the file that a poster or rendition belongs to, or undefined if no file is stored. */
export async function findFileKey(file: FileAddress): Promise<string | undefined> {
  const { objects } = await listObjects('file', { count: 1, ...file });
  return objects[0]?.key;
}

/**
 * Returns the storage keys of those posters and renditions that belong to a stored file. Those of neighbouring files
 * cost about one request together, and those of distant files one request each.
 *
 * @param keys - storage keys of posters and renditions
 */
export async function findKeysWithFile(keys: readonly string[]): Promise<Set<string>> {
  const prefixes = keys.map(filePrefix).filter((prefix) => prefix !== undefined);
  const fileKeys = await listAround('file', prefixes);
  const storedPrefixes = new Set(fileKeys.map((key) => filePrefix(key) ?? ''));
  // The two fallbacks differ, so that invalid keys never match.
  return new Set(keys.filter((key) => storedPrefixes.has(filePrefix(key) ?? 'not a storage key')));
}

/**
 * Returns the storage keys of stored renditions: all of `keys` that exist, and others after them. Keys of neighbouring
 * files cost about one request together.
 */
export async function findRenditions(keys: readonly string[]): Promise<Set<string>> {
  return new Set(await listAround('rendition', keys));
}

/**
 * Returns the stored keys of a purpose that equal a target, and others after the targets. For a target that is a prefix,
 * returns at least one key that starts with it, if one is stored.
 *
 * Lists a page at each target that no earlier page has reached. So this sends at most one request per target, however
 * many objects lie between two targets.
 */
async function listAround(purpose: StoragePurpose, targets: readonly string[]): Promise<string[]> {
  const keys: string[] = [];

  for (const target of targets.toSorted()) {
    if (target <= (keys.at(-1) ?? '')) continue;

    // A list excludes the key that it starts after, so it starts after a prefix of the target.
    const startAfter = target.slice(0, -1);
    const { objects, next } = await listObjects(purpose, { count: MAX_OBJECTS_PER_REQUEST, startAfter });
    keys.push(...objects.map(({ key }) => key));
    if (next === undefined) break;
  }

  return keys;
}

/**
 * Returns the prefix of a file's storage key up to its name, from the key of the file, its poster, or its rendition.
 * Undefined if the key isn't a valid storage key.
 */
export function filePrefix(key: string): string | undefined {
  const file = parseStorageKey(key);
  return file && `${PREFIXES.file}/${file.userId}/${file.ulid}/`;
}

/**
 * Reads an object of at most this size; undefined if it is larger, or doesn't exist.
 *
 * @param maxBytes - maximum size, in bytes
 */
export async function readSmallObject(key: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const bytes = await readFirstBytes(key, maxBytes + 1);
  return bytes && bytes.length <= maxBytes ? bytes : undefined;
}

/**
 * Deletes a file's object with its posters and renditions. Does nothing for objects that don't exist.
 *
 * The file's object is deleted last. If a call stops halfway, the file's object remains. A later call that finds it
 * deletes the remaining objects.
 */
export async function deleteFileObjects(key: string, reason: DeletionReason): Promise<void> {
  const file = parseStorageKey(key);
  if (file?.purpose === 'file') {
    await deleteObjects([...listRenditionKeys(file), ...(await listPosters(file))], reason);
  }

  await deleteObject(key, reason);
}

/** Deletes like {@link deleteFileObjects}, unless the file's object is already deleted. */
export async function completeFileDeletion(key: string, reason: DeletionReason): Promise<void> {
  const file = parseStorageKey(key);
  if (file && (await findFileKey(file)) === key) await deleteFileObjects(key, reason);
}
