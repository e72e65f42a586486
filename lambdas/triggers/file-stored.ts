import type { S3Handler } from 'aws-lambda';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { inspectIfShown } from '../files/shown-pictures.ts';
import { ApiError } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

/**
 * Records each uploaded file, even if the browser closed right after the upload, and inspects each replaced picture.
 *
 * A rejected file is final. Any other error fails the invocation, and Lambda retries it.
 */
export const handler: S3Handler = async ({ Records }) => {
  for (const { s3 } of Records) {
    const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
    try {
      const address = parseStorageKey(key);
      if (address) await (address.purpose === 'file' ? recordStoredFile(key) : inspectIfShown(address));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      logger.warn('Stored file rejected', { code: error.code });
    }
  }
};
