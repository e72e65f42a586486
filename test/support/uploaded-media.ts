import { ulid } from 'ulid';
import type { FakeBucket } from './fake-clients.ts';

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
  return [320, 1280].map((edge) => key.replace('files/', 'renditions/').replace(/[^/]+$/, `${edge}.webp`));
}
