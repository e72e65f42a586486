/** Puts uploaded files into a fake bucket, for tests of the functions that process uploads. */
import { ulid } from 'ulid';
import type { FakeBucket } from './fake-bucket.ts';

/** Lengths of the longer sides of a picture's renditions, in pixels: the thumbnail, and the one for the screen. */
const RENDITION_EDGES = [320, 1280];

/**
 * Stores the bytes of a member's file, like an upload.
 *
 * @returns the file's key, and the keys for its poster and its renditions, which aren't stored
 */
export function storeUpload(
  bucket: FakeBucket,
  userId: string,
  { bytes, contentType, name }: { bytes: Uint8Array; contentType: string; name: string },
) {
  const id = ulid();
  const key = `files/${userId}/${id}/${name}`;
  bucket.put(key, bytes, contentType);

  // A poster belongs to the file with the same user ID and ULID. Its name doesn't matter.
  return { userId, key, posterKey: `posters/${userId}/${id}/a.png`, renditionKeys: renditionKeysOf(key) };
}

/** Returns the keys of a file's renditions, the smaller one first. */
export function renditionKeysOf(key: string): string[] {
  return RENDITION_EDGES.map((edge) => key.replace('files/', 'renditions/').replace(/[^/]+$/, `${edge}.webp`));
}
