import { toMetres } from '../../shared/depth/depth.ts';
import { announceDepth } from '../messages/announce.ts';
import { NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getFile } from '../table/file.ts';
import { getProfile } from '../table/profile.ts';
import { FileNotFound } from './errors.ts';
import { deleteObject } from './file-store.ts';
import { parseStorageKey } from './storage-key.ts';
import { withdrawFile } from './withdraw-file.ts';

/**
 * Deletes one of the caller's own files (decision 26). The item and its metres go first: what stays behind when this
 * stops half-way is an object without an item, which the reconciling job deletes.
 *
 * @returns the caller's depth now, in metres
 * @throws NotYou when somebody else uploaded it
 * @throws FileNotFound when it is not there
 */
export async function deleteOwnFile(caller: Caller, fileId: string): Promise<{ depth: number }> {
  const address = parseStorageKey(fileId);
  if (address?.purpose !== 'file') throw new FileNotFound();
  if (address.userId !== caller.userId) throw new NotYou();
  const file = await getFile(fileId);
  if (!file) throw new FileNotFound();
  await withdrawFile(file);
  await deleteObject(fileId);
  const owner = await getProfile(caller.userId, { consistent: true });
  const depth = toMetres(owner?.depth ?? 0);
  await announceDepth(caller.userId, depth);
  return { depth };
}
