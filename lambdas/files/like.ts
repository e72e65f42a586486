import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { FileNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { loadVisibleFile } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { claim } from '../table/conduct.ts';
import { readCounter } from '../table/counters.ts';
import { fileKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';

/**
 * Likes a file, or removes the like. A repeated call changes nothing.
 *
 * @throws FileNotFound if the caller can't see the file
 * @throws LimitReached if the caller has liked too often this hour
 */
export async function likeFile(
  caller: Caller,
  { fileId, liked }: Input<typeof files.like>,
): Promise<Response<typeof files.like>> {
  const pendingViewer = loadViewer(caller);
  const file = await loadVisibleFile(pendingViewer, fileId);
  const viewer = await pendingViewer;
  const { limitWrites, buildLimitReached } = claim(viewer, { likes: 1 });

  // Whether another write of the file came between, so that the count that was read is outdated.
  let hadConflict = false;
  const onRetry = () => {
    hadConflict = true;
  };

  const item = { ...file, ...fileKey(file.key) };
  // Only a new like counts against the limit, not the removal of one.
  const outcome = await setLike(viewer, item, { liked, limitWrites: liked ? limitWrites : [], onRetry });
  if (outcome === 'limited') throw await buildLimitReached();
  if (outcome === 'refused') throw new FileNotFound();

  // Without a conflict, computes the count instead of reading it again. The response can miss a like that was stored
  // since the file was read; the stored count is exact.
  const computedCount = file.likeCount + (liked ? 1 : -1);
  // Negative if the like was stored after the file was read, and is removed now.
  const isPlausible = computedCount >= 0;
  if (outcome === 'changed' && !hadConflict && isPlausible) return { liked, likeCount: computedCount };

  const likeCount = await readCounter(fileKey(file.key), 'likeCount');
  if (likeCount === undefined) throw new FileNotFound();
  return { liked, likeCount };
}
