import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { FileNotFound } from '../access/errors.ts';
import { loadViewer } from '../access/viewer.ts';
import { visibleFile } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { readCounter } from '../table/counters.ts';
import { fileKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';

/**
 * Likes a file, or removes the like. Repeated calls change nothing.
 *
 * @throws FileNotFound if the caller can't see it
 */
export async function likeFile(
  caller: Caller,
  { fileId, liked }: Input<typeof files.like>,
): Promise<Response<typeof files.like>> {
  const viewer = loadViewer(caller);
  const { key } = await visibleFile(viewer, fileId);
  const outcome = await setLike(await viewer, fileKey(key), liked);
  if (outcome === 'refused') throw new FileNotFound();
  const likeCount = await readCounter(fileKey(key), 'likeCount');
  if (likeCount === undefined) throw new FileNotFound();
  return { liked, likeCount };
}
