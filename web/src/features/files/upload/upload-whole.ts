import { ApiError } from '../../../platform/api/api-error.ts';
import { ConnectionLostError } from '../../../platform/pictures/put-file.ts';
import { type RetryContext, retryWhileTransient } from './parts/retry-while-transient.ts';
import { type SavedUpload, type Upload, type UploadDependencies, uploadFile } from './upload-file.ts';

/** The dependencies of an upload with a single PUT, replaceable in tests. */
export type WholeUploadDependencies = UploadDependencies & RetryContext;

/**
 * Uploads one file with a single PUT. Repeats the upload while the connection is lost or the server is unavailable.
 *
 * A browser can be online while the server doesn't respond, for example after a switch of networks. Without patience,
 * the files of a queue would fail one after the other.
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

  // An error of S3 is final: the next attempt would need another URL, which counts as another upload.
  const canRepeat = (error: unknown) =>
    error instanceof ConnectionLostError || (error instanceof ApiError && error.isTransient);

  return retryWhileTransient(attempt, deps, canRepeat);
}
