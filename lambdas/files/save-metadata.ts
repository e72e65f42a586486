import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { toMetres } from '../../shared/rules/depth.ts';
import { viewAsAuthor } from '../access/open-sealed.ts';
import { loadOwnProfile, loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { FileNotStored } from '../storage/errors.ts';
import { loadRenditionSigningKey } from '../storage/rendition-urls.ts';
import { setFileTexts } from '../table/file-texts.ts';
import { fileIdOf, fileKey } from '../table/keys.ts';
import { findLiked } from '../table/like.ts';
import { findOwnUpload } from './own-upload.ts';
import { presentFile } from './present-files.ts';
import { recordStoredFile } from './record-stored-file.ts';

/**
 * Records one of the caller's own uploads, with its description and alternative text.
 *
 * @throws NotYou if the ID names another member
 * @throws InvalidInput if the file was uploaded under another name
 * @throws FileNotStored if the caller has no upload with this ID, and the errors of {@link recordStoredFile}
 */
export async function saveMetadata(
  caller: Caller,
  { fileId, fileName, description, altText }: Input<typeof files.saveMetadata>,
): Promise<Response<typeof files.saveMetadata>> {
  // Loads the key concurrently with the reads. `presentFile` waits for it.
  void loadRenditionSigningKey();
  await loadViewer(caller);

  const upload = findOwnUpload(caller, fileId);
  if (!upload) throw new FileNotStored();

  const { key } = upload;
  const recordedFile = await recordStoredFile(key, { description, expectedName: fileName });

  // The bucket's notification may have recorded the file first, without texts. Adds only missing texts, so that a
  // repeated call doesn't undo a later edit.
  const missingTexts = {
    ...(recordedFile.description === '' && description !== '' && { description }),
    ...(!recordedFile.altText && altText !== '' && { altText }),
  };
  const isComplete = Object.keys(missingTexts).length === 0;
  const updatedFile = isComplete
    ? undefined
    : await setFileTexts({ fileId: fileIdOf(key), ownerId: caller.userId, current: recordedFile }, missingTexts);
  const file = updatedFile ?? recordedFile;

  const [uploader, likedKeys] = await Promise.all([
    loadOwnProfile(caller),
    findLiked(caller.userId, [{ ...file, ...fileKey(key) }]),
  ]);
  const depth = toMetres(uploader?.depth ?? 0);
  return { file: await presentFile(viewAsAuthor(caller, file), uploader, likedKeys.size > 0), depth };
}
