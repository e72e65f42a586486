import type { S3Handler } from 'aws-lambda';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { Refusal } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';

/**
 * Records each file whose bytes have arrived, so that a browser that vanished after its upload loses nothing. A file
 * that is refused is done with; any other error fails the invocation, and Lambda tries again.
 */
export const handler: S3Handler = async ({ Records }) => {
  for (const { s3 } of Records) {
    const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
    try {
      await recordStoredFile(key);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      logger.warn('A stored file was refused', { code: error.code });
    }
  }
};
