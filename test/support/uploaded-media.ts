/** Files in a fake bucket, for tests of the functions that process them. */
import { ulid } from 'ulid';
import type { FakeBucket } from './fake-bucket.ts';

/** Lengths of the longer sides of a picture's renditions, in pixels: the thumbnail, and the one for the screen. */
const RENDITION_EDGES = [320, 1280];

/** Stores the bytes of a member's file like an upload. Returns the keys of the file, its poster, and its renditions. */
export function storeUpload(
  bucket: FakeBucket,
  userId: string,
  { bytes, contentType, name }: { bytes: Uint8Array; contentType: string; name: string },
) {
  const id = ulid();
  const key = `files/${userId}/${id}/${name}`;
  bucket.put(key, bytes, contentType);
  return { userId, key, poster: `posters/${userId}/${id}/a.png`, renditions: renditionsOf(key) };
}

/** Returns the keys of a file's renditions, the smaller one first. */
export function renditionsOf(key: string): string[] {
  return RENDITION_EDGES.map((edge) => key.replace('files/', 'renditions/').replace(/[^/]+$/, `${edge}.webp`));
}
