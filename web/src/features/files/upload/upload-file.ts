import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { putFile } from '../../../platform/put-file.ts';
import { texts } from '../texts.ts';
import { mediaTypeOf } from './check-file.ts';

export interface Upload {
  readonly file: File;
  /** As the contract allows it. */
  readonly fileName: string;
  readonly description: string;
  readonly userId: string;
}

/** What an upload ends with: the file as it is listed, and the depth that its uploader has reached by it. */
export interface StoredUpload {
  readonly file: ListedFile;
  readonly depth: number;
}

export interface UploadMeans {
  readonly api: Pick<Api['files'], 'upload' | 'saveMetadata'>;
  readonly put: typeof putFile;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Waits before a repeated attempt. */
  readonly pause: (attempt: number) => Promise<void>;
}

const SAVE_ATTEMPTS = 4;

/** Uploads one file: has its address signed, sends its bytes there, and has it listed. */
export async function uploadFile(
  { file, fileName, description, userId }: Upload,
  { api, put, onProgress, signal, pause }: UploadMeans,
): Promise<StoredUpload> {
  const contentType = mediaTypeOf(file);
  const { presignedUrl, fileId } = await api
    .upload({ userId, fileName, fileType: contentType, fileSize: file.size }, { signal })
    .catch(rejectUnstated);
  await put(presignedUrl, file, { contentType, onProgress, signal });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.saveMetadata({ fileId, userId, fileName, description }, { signal });
    } catch (error) {
      // The bytes are stored, and this call may be repeated: a passing failure must not cost the whole upload.
      if (!(error instanceof ApiError && error.isPassing) || attempt === SAVE_ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}

/** A refusal that the API states says more than that there is no address. */
function rejectUnstated(error: unknown): never {
  const stated = !(error instanceof ApiError) || error.code !== 'UnexpectedAnswer';
  throw stated ? error : new Error(texts.noUploadUrl);
}
