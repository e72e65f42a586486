import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { putFile } from '../../../platform/put-file.ts';
import { texts } from '../texts.ts';
import { detectMediaType } from './check-file.ts';

export interface Upload {
  readonly file: File;
  /** A name that the contract accepts. See `tidyFileName`. */
  readonly fileName: string;
  readonly description: string;
  readonly userId: string;
}

/** The recorded file, and the uploader's new depth in metres. */
export interface StoredUpload {
  readonly file: ListedFile;
  readonly depth: number;
}

export interface UploadDependencies {
  readonly api: Pick<Api['files'], 'upload' | 'saveMetadata'>;
  readonly put: typeof putFile;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Waits before the next attempt. `attempt` counts from 1. */
  readonly waitBeforeRetry: (attempt: number) => Promise<void>;
}

const MAX_SAVE_ATTEMPTS = 4;

/** Uploads one file: requests a presigned URL, sends the bytes to it, and saves the metadata. */
export async function uploadFile(
  { file, fileName, description, userId }: Upload,
  { api, put, onProgress, signal, waitBeforeRetry: pause }: UploadDependencies,
): Promise<StoredUpload> {
  const contentType = detectMediaType(file);
  const { presignedUrl, fileId } = await api
    .upload({ userId, fileName, fileType: contentType, fileSize: file.size }, { signal })
    .catch(rejectWithReason);
  await put(presignedUrl, file, { contentType, onProgress, signal });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.saveMetadata({ fileId, userId, fileName, description }, { signal });
    } catch (error) {
      // The bytes are stored, and the call is idempotent, so a transient failure must not lose the upload.
      if (!(error instanceof ApiError && error.isTransient) || attempt === MAX_SAVE_ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}

/** Throws the API's own error if it has a message, otherwise "Failed to get upload URL". */
function rejectWithReason(error: unknown): never {
  const hasReason = !(error instanceof ApiError) || error.code !== 'UnexpectedResponse';
  throw hasReason ? error : new Error(texts.noUploadUrl);
}
