import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { cleanText } from '../../../../../shared/text/text.ts';
import type { Api } from '../../../platform/api/client.ts';
import { type SavedDetails, selectChangedDetails } from '../edit/changed-details.ts';
import type { Upload } from './upload-file.ts';

interface LateEditDependencies {
  readonly api: Pick<Api['files'], 'edit'>;
  readonly signal: AbortSignal;
  /** Called when the edits couldn't be saved. The file is stored without them. */
  readonly onFailure: () => void;
}

/**
 * Saves the details that the member has changed since the upload sent them. Repeats until nothing has changed.
 *
 * The name can also differ: a resumed or repeated upload sends the bytes under the name that was signed for them.
 *
 * @returns the file with the edits. Never rejects: a failed edit must not fail the upload.
 */
export async function saveLateEdits(
  upload: Pick<Upload, 'userId' | 'fileName' | 'description' | 'altText' | 'depth'>,
  storedFile: ListedFile,
  { api, signal, onFailure }: LateEditDependencies,
): Promise<ListedFile> {
  let file = storedFile;
  // The details in the last request. The next comparison uses them instead of the response: the server may return the
  // texts in another form, and the difference would be sent again and again.
  let sentDetails: SavedDetails = storedFile;

  try {
    while (true) {
      // The server has cleaned the stored texts, so the typed texts are compared in the same form.
      const typedDetails = {
        fileName: upload.fileName,
        description: cleanText(upload.description),
        altText: cleanText(upload.altText),
        depth: upload.depth,
      };
      const changes = selectChangedDetails(sentDetails, typedDetails);
      if (!changes) return file;

      const response = await api.edit({ userId: upload.userId, fileId: file.key, ...changes }, { signal });
      file = response.file;
      sentDetails = { ...typedDetails, userDepth: typedDetails.depth ?? sentDetails.userDepth };
    }
  } catch (error) {
    if (!signal.aborted) {
      console.error(error);
      onFailure();
    }

    return file;
  }
}
