import type { S3Handler } from 'aws-lambda';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { inspectAgain } from '../files/shown-pictures.ts';
import { Refusal } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

/**
 * Records each file whose bytes have arrived, so that a browser that vanished after its upload loses nothing, and looks
 * again at each picture that is shown. What is refused is done with; any other error fails the invocation, and Lambda
 * tries again.
 */
export const handler: S3Handler = async ({ Records }) => {
  for (const { s3 } of Records) {
    const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
    try {
      const address = parseStorageKey(key);
      if (address) await (address.purpose === 'file' ? recordStoredFile(key) : inspectAgain(address));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      logger.warn('A stored file was refused', { code: error.code });
    }
  }
};
