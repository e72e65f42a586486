import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { cleanText } from '../../../../../shared/text/text.ts';
import type { Api } from '../../../platform/api/client.ts';
import { selectChangedDetails } from '../edit/changed-details.ts';
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
 * @returns the file with the edits. Never rejects: a failed edit must not fail the upload.
 */
export async function saveLateEdits(
  upload: Pick<Upload, 'userId' | 'description' | 'altText'>,
  storedFile: ListedFile,
  { api, signal, onFailure }: LateEditDependencies,
): Promise<ListedFile> {
  let file = storedFile;
  // The details in the last request. The next comparison uses them instead of the response: the server may return the
  // texts in another form, and the difference would be sent again and again.
  let sentDetails: Pick<ListedFile, 'description' | 'altText'> = storedFile;

  try {
    while (true) {
      // The name can't change any more, so both sides of the comparison have the same one.
      const { fileName } = file;
      const { description, altText } = sentDetails;
      // The server has cleaned the stored texts, so the typed texts are compared in the same form.
      const typedDetails = { fileName, description: cleanText(upload.description), altText: cleanText(upload.altText) };
      const changes = selectChangedDetails({ fileName, description, altText }, typedDetails);
      if (!changes) return file;

      const response = await api.edit({ userId: upload.userId, fileId: file.key, ...changes }, { signal });
      file = response.file;
      sentDetails = typedDetails;
    }
  } catch (error) {
    if (!signal.aborted) {
      console.error(error);
      onFailure();
    }

    return file;
  }
}
