import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError } from '../../../platform/pictures/put-file.ts';
import { type RetryContext, retryWhileTransient } from './parts/retry-while-transient.ts';
import { type SavedUpload, type Upload, type UploadDependencies, uploadFile } from './upload-file.ts';

/** The dependencies of an upload with a single PUT, replaceable in tests. */
export type WholeUploadDependencies = UploadDependencies & RetryContext;

/**
 * Uploads one file with a single PUT. Without a connection, waits until the browser is online, and then repeats the
 * upload.
 *
 * `uploadFile` makes the repetition safe: it first tries to save bytes that may be stored. See
 * docs/adr/0027-one-write-per-key.md.
 */
export function uploadWhole(upload: Upload, deps: WholeUploadDependencies): Promise<SavedUpload> {
  const attempt = async () => {
    try {
      return await uploadFile(upload, deps);
    } catch (error) {
      // The bytes of a failed PUT don't count. Without progress, the waiting upload can be cancelled.
      if (error instanceof ConnectionLostError) deps.onProgress(0, upload.file.size);
      throw error;
    }
  };

  const hasLostConnection = (error: unknown) => {
    if (error instanceof ConnectionLostError) return true;
    // While the browser is online, the client and `uploadFile` have already repeated the request.
    return error instanceof ApiError && error.code === 'NetworkError' && !deps.isOnline();
  };

  return retryWhileTransient(attempt, deps, hasLostConnection);
}
