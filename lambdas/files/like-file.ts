import type { Caller } from '../platform/identity.ts';
import { countLike, getFile } from '../table/file.ts';
import { setLike } from '../table/like.ts';
import { FileNotFound } from './errors.ts';
import { viewerOf } from './viewer.ts';

/**
 * Likes a file at or below the caller's depth, or takes the like back; asked again, it changes nothing.
 *
 * @throws FileNotFound when it does not exist, or lies above the caller
 */
export async function likeFile(
  caller: Caller,
  { fileId, liked }: { fileId: string; liked: boolean },
): Promise<{ liked: boolean; likeCount: number }> {
  const viewer = await viewerOf(caller);
  const count = countLike(fileId, viewer, liked ? 1 : -1);
  const outcome = await setLike({ userId: caller.userId, kind: 'FILE', id: fileId, liked }, count);
  if (outcome === 'refused') throw new FileNotFound();
  const file = await getFile(fileId);
  if (!file) throw new FileNotFound();
  return { liked, likeCount: file.likeCount };
}
