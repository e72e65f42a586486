import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/depth/depth.ts';
import { ownProfile } from '../access/viewer.ts';
import { ownFile } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { sendDepth } from '../sockets/send-to-members.ts';
import { deleteObject } from '../storage/object-store.ts';
import { withdrawFile } from './record-stored-file.ts';

/**
 * Deletes one of the caller's own files.
 *
 * The item and its metres go first. If this stops halfway, an object without an item remains, which the reconciling job
 * deletes.
 *
 * @returns the caller's depth now, in metres
 * @throws NotYou if another member uploaded it
 * @throws FileNotFound if it does not exist
 */
export async function deleteFile(
  caller: Caller,
  { fileId }: Input<typeof files.delete>,
): Promise<Response<typeof files.delete>> {
  await withdrawFile(await ownFile(caller, fileId));
  await deleteObject(fileId);
  const owner = await ownProfile(caller);
  const depth = toMetres(owner?.depth ?? 0);
  await sendDepth(caller.userId, depth);
  return { depth };
}
