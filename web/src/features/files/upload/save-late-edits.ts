import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { cleanText } from '../../../../../shared/text/text.ts';
import type { Api } from '../../../platform/api/client.ts';
import { changedDetails } from '../edit/changed-details.ts';
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
  // The texts that were sent last.
  let { description, altText } = storedFile;

  try {
    while (true) {
      // The name can't change any more, so it is the same on both sides.
      const { fileName } = file;
      // The server has cleaned the stored texts, so the typed texts are compared in the same form.
      const typedDetails = { fileName, description: cleanText(upload.description), altText: cleanText(upload.altText) };
      const changes = changedDetails({ fileName, description, altText }, typedDetails);
      if (!changes) return file;

      ({ file } = await api.edit({ userId: upload.userId, fileId: file.key, ...changes }, { signal }));
      // The next round compares with the sent texts: the server may return another form, which would be sent again.
      ({ description, altText } = typedDetails);
    }
  } catch (error) {
    if (!signal.aborted) {
      console.error(error);
      onFailure();
    }
    return file;
  }
}
