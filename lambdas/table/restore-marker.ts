import { readJobProgress } from './job-progress.ts';

/** The job whose progress marks a table as being restored. `restore-table` writes it, `verify-table` deletes it. */
export const RESTORE_JOB = 'restore-table';

/**
 * Returns whether the table is being restored, so that rows can be missing. Jobs that delete or debit do nothing then.
 * See docs/backup-and-verification.md#backup-and-restore.
 */
export async function isBeingRestored(): Promise<boolean> {
  return (await readJobProgress(RESTORE_JOB)) !== undefined;
}
