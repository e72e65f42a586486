import type { S3EventRecord, S3Handler } from 'aws-lambda';
import { logRejection } from '../files/log-rejection.ts';
import { recordAndProcess } from '../files/record-and-process.ts';
import { inspectIfShown } from '../files/shown-pictures.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows, RowsFailed } from '../platform/process-rows.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

const JOB = 'file-stored';

/**
 * Records each uploaded file, even if the browser closed right after the upload, and starts its processing. Also starts
 * the processing of each poster. Inspects each replaced picture of a post, and deletes the picture of a deleted post.
 *
 * A rejection is final, and is only logged. Any other error fails the invocation, and Lambda retries it.
 */
export const handler: S3Handler = async ({ Records }) => {
  const describe = (record: S3EventRecord) => ({ sequencer: record.s3.object.sequencer });
  const failedRows = await processRows(Records, handleObject, { job: JOB, describe, sequential: true });
  if (failedRows > 0) throw new RowsFailed(JOB, failedRows);
};

/** Handles one stored object by its purpose. */
async function handleObject({ s3 }: S3EventRecord): Promise<void> {
  // The keys in S3's events are encoded like forms.
  const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
  const address = parseStorageKey(key);
  if (!address) return;

  if (address.purpose === 'poster') await startMediaProcessing({ key });
  else await logRejection(address.purpose === 'file' ? recordAndProcess(key) : inspectIfShown(address));
}
