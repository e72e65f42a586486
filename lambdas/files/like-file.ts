import { viewerOf } from '../account/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { getFile } from '../table/file.ts';
import { fileKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';
import { FileNotFound } from './errors.ts';

/**
 * Likes a file at or below the caller's depth, or takes the like back; asked again, it changes nothing.
 *
 * @throws FileNotFound when it does not exist, or lies above the caller
 */
export async function likeFile(
  caller: Caller,
  { fileId, liked }: { fileId: string; liked: boolean },
): Promise<{ liked: boolean; likeCount: number }> {
  const outcome = await setLike(await viewerOf(caller), fileKey(fileId), liked);
  if (outcome === 'refused') throw new FileNotFound();
  const file = await getFile(fileId);
  if (!file) throw new FileNotFound();
  return { liked, likeCount: file.likeCount };
}
