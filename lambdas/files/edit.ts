import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { FileNotFound } from '../access/errors.ts';
import { parseFileId } from '../access/file-id.ts';
import { viewAsAuthor } from '../access/open-sealed.ts';
import { loadOwnProfile, loadViewer } from '../access/viewer.ts';
import { loadOwnFile } from '../access/visible-items.ts';
import { parseChosenDepth } from '../members/chosen-depth.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { loadRenditionSigningKey } from '../storage/rendition-urls.ts';
import { setFileDetails } from '../table/file-details.ts';
import { fileKey } from '../table/keys.ts';
import { findLiked } from '../table/like.ts';
import { presentFile } from './present-files.ts';

/**
 * Changes the name, texts, or depth of one of the caller's own files.
 *
 * Downloads and searches use the new name. Earlier entries of the ledger keep the earlier name.
 *
 * @throws NotYou if another member uploaded the file
 * @throws FileNotFound if the file doesn't exist, or is deleted at the same time
 * @throws InvalidInput if the request has no new detail, or the new depth is above the caller
 */
export async function editFile(
  caller: Caller,
  { fileId, fileName, description, altText, depth }: Input<typeof files.edit>,
): Promise<Response<typeof files.edit>> {
  // Loads the key concurrently with the reads. `presentFile` waits for it.
  void loadRenditionSigningKey();
  const viewer = await loadViewer(caller);
  const details = { fileName, description, altText, depth: parseChosenDepth(viewer, depth) };
  if (Object.values(details).every((detail) => detail === undefined)) throw new InvalidInput('nothing-to-change');

  const id = parseFileId(fileId);
  if (id === undefined) throw new FileNotFound();

  const [editedFile, uploader] = await Promise.all([
    setFileDetails({ fileId: id, ownerId: caller.userId }, details),
    loadOwnProfile(caller),
  ]);
  if (!editedFile) {
    // Throws NotYou for a file of another member that the caller can see, otherwise FileNotFound.
    await loadOwnFile(viewer, fileId);
    throw new FileNotFound();
  }

  const likedKeys = await findLiked(caller.userId, [{ ...editedFile, ...fileKey(editedFile.key) }]);
  return { file: await presentFile(viewAsAuthor(caller, editedFile), uploader, likedKeys.size > 0) };
}
