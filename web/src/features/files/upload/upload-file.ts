import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { putFile } from '../../../platform/put-file.ts';
import { detectMediaType } from './check-file.ts';
import { checksumsOf } from './file-checksums.ts';
import { texts } from './texts.ts';

export interface Upload {
  /** The bytes to send, under the name of the chosen file. */
  readonly file: File;
  /** A name that the contract accepts. See `tidyFileName`. */
  readonly fileName: string;
  /** Read when the file is saved, because the member can edit it until then. */
  readonly description: string;
  /** What a picture shows, for people who can't see it. Read when the file is saved. */
  readonly altText: string;
  readonly userId: string;
  /** Whether the file still has camera data. */
  readonly keepsCameraData?: boolean;
  /** A picture that stands for a video. */
  readonly poster?: Blob | undefined;
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
  upload: Upload,
  { api, put, onProgress, signal, waitBeforeRetry: pause }: UploadDependencies,
): Promise<StoredUpload> {
  const { file, fileName, userId } = upload;
  const checksum = await checksumsOf(file).whole({ signal });
  const { presignedUrl, headers, fileId } = await api
    .upload({ userId, fileName, fileType: detectMediaType(file), fileSize: file.size, checksum }, { signal })
    .catch(rejectWithReason);
  await put(presignedUrl, file, { headers, onProgress, signal });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { description, altText } = upload;
      return await api.saveMetadata({ fileId, userId, fileName, description, altText }, { signal });
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
