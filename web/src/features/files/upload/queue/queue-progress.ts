import { type QueuedFile, type QueueState, sizeOf } from './queue-state.ts';

/** The progress of all uploads. Files that the member hasn't started, or has cancelled, don't count. */
export interface QueueProgress {
  /** The number of files. */
  readonly totalCount: number;
  /** The number of shared files. */
  readonly sharedCount: number;
  /** The number of files whose upload has failed. */
  readonly failedCount: number;
  readonly sentBytes: number;
  /** Without the bytes of failed files, so that the progress can reach 100 percent. */
  readonly totalBytes: number;
  /** The share of the bytes that are sent, in whole percent. */
  readonly percent: number;
}

/** Adds up the progress of all files. */
export function computeProgress({ files }: QueueState): QueueProgress {
  const startedFiles = files.filter(({ state }) => state.status !== 'idle');
  const failedCount = startedFiles.filter(({ state }) => state.status === 'error').length;
  const countedFiles = startedFiles.filter(({ state }) => state.status !== 'error');

  const totalBytes = countedFiles.reduce((sum, file) => sum + sizeOf(file), 0);
  const sentBytes = countedFiles.reduce((sum, file) => sum + sentBytesOf(file), 0);
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0;

  return {
    totalCount: startedFiles.length,
    sharedCount: files.filter(({ storedFile }) => storedFile).length,
    failedCount,
    sentBytes,
    totalBytes,
    percent,
  };
}

/** Returns how many bytes of a file are sent. */
function sentBytesOf(file: QueuedFile): number {
  const { status, progress } = file.state;

  // The progress of a shared file is reset to 0 when its bar disappears.
  const percent = status === 'success' ? 100 : progress;
  return Math.floor((sizeOf(file) * percent) / 100);
}
