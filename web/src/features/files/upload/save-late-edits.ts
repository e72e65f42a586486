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
 * Saves what the member has typed about a file since its description was sent, until nothing is new.
 *
 * @returns the file with the edits. Never rejects: a failed edit must not fail the upload.
 */
export async function saveLateEdits(
  upload: Pick<Upload, 'userId' | 'description' | 'altText'>,
  storedFile: ListedFile,
  { api, signal, onFailure }: LateEditDependencies,
): Promise<ListedFile> {
  let file = storedFile;
  let { description, altText } = storedFile;

  try {
    while (true) {
      const { fileName } = file;
      // The server has cleaned the texts that it stored.
      const typedDetails = { fileName, description: cleanText(upload.description), altText: cleanText(upload.altText) };
      const changes = changedDetails({ fileName, description, altText }, typedDetails);
      if (!changes) return file;
      ({ file } = await api.edit({ userId: upload.userId, fileId: file.key, ...changes }, { signal }));
      // What was sent, not what was returned, so that no difference is sent twice.
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
