import type { DeletionReason } from '../platform/deletion-reason.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

/** A deletion that the reconciling job has planned. The job deletes nothing before the whole run is planned. */
export interface PlannedDeletion {
  /** Storage key. */
  readonly key: string;
  readonly reason: DeletionReason | 'object missing';
  /** Deletes the object or file. Returns false if something uses it again, so that it stays. */
  readonly remove: () => Promise<boolean>;
}

/**
 * Maximum number of objects that one run deletes on evidence, without abandoned uploads.
 *
 * A normal run stays far below this limit, because it only completes interrupted deletions. A fault that makes many
 * objects look deleted exceeds the limit.
 *
 * Abandoned uploads don't count. A member can abandon hundreds of uploads a day, and would otherwise stop the deletions
 * of all members. A table that has lost items makes no upload look abandoned.
 */
export const MAX_DELETIONS = 100;

/**
 * Maximum number of files that one run debits because their object is missing. A debit deletes the file and takes
 * back its metres. No part of Fathom causes missing objects.
 */
export const MAX_DEBITS = 10;

/** Maximum share of a run's files that may miss their object. One of several files may; all files never may. */
const MAX_DEBIT_SHARE = 0.1;

/** What one run found in the table and the bucket, before it deletes anything. */
export interface Findings {
  /** Objects to delete, and files to debit because their object is missing. */
  readonly deletions: readonly PlannedDeletion[];
  /** Number of recorded files whose object was looked up. */
  readonly checkedFiles: number;
  /** Storage keys of objects without evidence that they are in use, or that they may be deleted. */
  readonly unexplained: readonly string[];
}

/** An operator's limits for one run, after they have checked the log. Each replaces the limit of the same name. */
export interface ConfirmedLimits {
  readonly maxDeletions?: number | undefined;
  readonly maxDebits?: number | undefined;
}

/**
 * Returns whether a run may make all its planned deletions. Otherwise, it may make none. Logs and counts a refusal,
 * and objects without an explanation.
 *
 * If the table or the bucket has lost data, or is only half restored, many objects look deleted. So a run that exceeds
 * a limit deletes nothing, not even abandoned uploads, and raises the alarm `deletionsRefused`. Objects without an
 * explanation always stay, and raise the alarm `objectsUnexplained`.
 */
export function mayDelete(
  { deletions, checkedFiles, unexplained }: Findings,
  confirmedLimits: ConfirmedLimits,
): boolean {
  if (unexplained.length > 0) {
    countMetric('objectsUnexplained', unexplained.length);
    logger.error('Objects unexplained', { count: unexplained.length, first: describeFirst(unexplained) });
  }

  const countedDeletions = deletions.filter(({ reason }) => reason !== 'abandoned');
  const debits = countedDeletions.filter(({ reason }) => reason === 'object missing').length;
  const counts = { deletions: countedDeletions.length - debits, debits };

  const limits = {
    deletions: confirmedLimits.maxDeletions ?? MAX_DELETIONS,
    debits: confirmedLimits.maxDebits ?? computeDebitLimit(checkedFiles),
  };

  if (counts.deletions <= limits.deletions && counts.debits <= limits.debits) return true;

  countMetric('deletionsRefused');
  const first = describeFirst(countedDeletions.map(({ key }) => key));
  logger.error('Deletions refused', { counts, limits, checkedFiles, first });
  return false;
}

/** Returns the number of checked files that may miss their object. */
function computeDebitLimit(checkedFiles: number): number {
  const maxByShare = Math.max(1, checkedFiles * MAX_DEBIT_SHARE);
  const allButOne = Math.max(0, checkedFiles - 1);
  return Math.min(MAX_DEBITS, maxByShare, allButOne);
}

/** Maximum number of objects that a log line names. */
const MAX_LOGGED = 50;

/** Describes the first objects for the log, without file names. */
function describeFirst(keys: readonly string[]) {
  return keys.slice(0, MAX_LOGGED).map((key) => {
    const address = parseStorageKey(key);
    return { purpose: address?.purpose, ...nameForRepair({ owner: address?.userId, ulid: address?.ulid }) };
  });
}
