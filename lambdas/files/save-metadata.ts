import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import { viewAsAuthor } from '../access/open-sealed.ts';
import { loadOwnProfile, loadViewer } from '../access/viewer.ts';
import { parseChosenDepth } from '../members/chosen-depth.ts';
import type { Caller } from '../platform/identity.ts';
import { FileNotStored, RejectedBefore } from '../storage/errors.ts';
import { loadRenditionSigningKey } from '../storage/rendition-urls.ts';
import { setFileDetails } from '../table/file-details.ts';
import { fileIdOf, fileKey } from '../table/keys.ts';
import { findLiked } from '../table/like.ts';
import { findRejection } from '../table/upload-reservation.ts';
import { findOwnUpload, type OwnUpload } from './own-upload.ts';
import { presentFile } from './present-files.ts';
import { recordStoredFile } from './record-stored-file.ts';

/**
 * Records one of the caller's own uploads, with its texts and the depth that the caller has chosen.
 *
 * @throws NotYou if the ID names another member
 * @throws InvalidInput if the file was uploaded under another name, or the chosen depth is above the caller
 * @throws FileNotStored if the caller has no upload with this ID, and the errors of {@link recordStoredFile}
 * @throws RejectedBefore with the reason, if another call has rejected the upload
 */
export async function saveMetadata(
  caller: Caller,
  { fileId, fileName, description, altText, depth }: Input<typeof files.saveMetadata>,
): Promise<Response<typeof files.saveMetadata>> {
  // Loads the key concurrently with the reads. `presentFile` waits for it.
  void loadRenditionSigningKey();
  const chosenDepth = parseChosenDepth(await loadViewer(caller), depth);

  const upload = findOwnUpload(caller, fileId);
  if (!upload) throw new FileNotStored();

  const { key } = upload;
  const recordedFile = await recordStoredFile(key, { description, expectedName: fileName }).catch(async (error) => {
    throw error instanceof FileNotStored ? await explainMissingFile(upload, error) : error;
  });

  // The bucket's notification may have recorded the file first, without details. Adds only missing details, so that a
  // repeated call doesn't undo a later edit.
  const missingDetails = {
    ...(recordedFile.description === '' && description !== '' && { description }),
    ...(!recordedFile.altText && altText !== '' && { altText }),
    ...(!recordedFile.depthChosen && chosenDepth !== undefined && { depth: chosenDepth }),
  };
  const isComplete = Object.keys(missingDetails).length === 0;
  const updatedFile = isComplete
    ? undefined
    : await setFileDetails({ fileId: fileIdOf(key), ownerId: caller.userId, current: recordedFile }, missingDetails);
  const file = updatedFile ?? recordedFile;

  const [uploader, likedKeys] = await Promise.all([
    loadOwnProfile(caller),
    findLiked(caller.userId, [{ ...file, ...fileKey(key) }]),
  ]);
  const newDepth = toMetres(uploader?.depth ?? 0);
  return { file: await presentFile(viewAsAuthor(caller, file), uploader, likedKeys.size > 0), depth: newDepth };
}

/** Returns the reason for which the bucket's notification, or an earlier request, has rejected an upload, if any. */
async function explainMissingFile(upload: OwnUpload, error: FileNotStored): Promise<Error> {
  const rejection = await findRejection(upload);
  return rejection ? new RejectedBefore(rejection) : error;
}
