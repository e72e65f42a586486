import { ApiError } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { RecordLost } from './record-stored-file.ts';

/**
 * Awaits the inspection of a stored object. A rejection is final and has deleted the object, so it is only logged.
 *
 * @returns whether the object was accepted
 * @throws any error that is not a rejection
 */
export async function logRejection(inspection: Promise<unknown>): Promise<boolean> {
  try {
    await inspection;
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error)) throw error;
    logger.warn('Stored file rejected', { code: error.code });
    return false;
  }
}

/**
 * Awaits the recording of a stored object like {@link logRejection}, but returns `record lost` instead of an error. For
 * a job that reports all these objects together.
 *
 * @throws any error that is neither a rejection nor {@link RecordLost}
 */
export async function awaitRecordingOutcome(
  recording: Promise<unknown>,
): Promise<'recorded' | 'rejected' | 'record lost'> {
  try {
    return (await logRejection(recording)) ? 'recorded' : 'rejected';
  } catch (error) {
    if (error instanceof RecordLost) return 'record lost';
    throw error;
  }
}
