import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import { loadOwnProfile, loadViewer } from '../access/viewer.ts';
import { loadOwnFile } from '../access/visible-items.ts';
import type { Caller } from '../platform/identity.ts';
import { deleteFileObjects } from '../storage/derived-objects.ts';
import { deleteFileRecord } from './record-stored-file.ts';

/**
 * Deletes one of the caller's own files.
 *
 * First deletes the record and takes back its metres. Then deletes the objects: the file, its posters, and its
 * renditions. If this stops halfway, the reconciling job deletes the remaining objects.
 *
 * @returns the caller's new depth, in metres
 * @throws NotYou if another member uploaded the file
 * @throws FileNotFound if the file doesn't exist
 */
export async function deleteFile(
  caller: Caller,
  { fileId }: Input<typeof files.delete>,
): Promise<Response<typeof files.delete>> {
  const file = await loadOwnFile(loadViewer(caller), fileId);
  const changedProfile = await deleteFileRecord(file);
  await deleteFileObjects(file.key, 'file deleted');

  // If another call has deleted the record, this call has no changed profile.
  const owner = changedProfile ?? (await loadOwnProfile(caller));
  return { depth: toMetres(owner?.depth ?? 0) };
}
