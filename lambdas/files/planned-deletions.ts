import type { DeletionReason } from '../platform/deletion-reason.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { parseStorageKey } from '../storage/storage-key.ts';

/** A deletion that the reconciling job has planned. It deletes nothing before the whole run is planned. */
export interface PlannedDeletion {
  /** Storage key. */
  readonly key: string;
  readonly reason: DeletionReason | 'object missing';
  /** Deletes it. Returns false if it is used again, so it stays. */
  readonly remove: () => Promise<boolean>;
}

/**
 * Maximum number of objects that one run deletes on evidence. Uploads that members abandon in an hour, and deletions that
 * were interrupted, stay far below. A fault that makes many objects look deleted exceeds it.
 */
export const MAX_DELETIONS = 100;

/** Maximum number of files that one run debits because their object is missing. Nothing of Fathom causes that. */
export const MAX_DEBITS = 10;

/** Maximum share of a run's files that may miss their object. One file is always allowed, all files never. */
const MAX_DEBIT_SHARE = 0.1;

/** What a run has found. */
export interface Findings {
  readonly deletions: readonly PlannedDeletion[];
  /** Number of recorded files whose object was looked up. */
  readonly checkedFiles: number;
  /** Storage keys of objects without anything that shows why they are there, or why they should be deleted. */
  readonly unexplained: readonly string[];
}

/** An operator's limits for one run, after they have checked the log. Each replaces the limit of the same name. */
export interface ConfirmedLimits {
  readonly maxDeletions?: number | undefined;
  readonly maxDebits?: number | undefined;
}

/**
 * Decides whether a run may delete what it has found, all or nothing. Logs and counts what it keeps.
 *
 * A lost or half restored table or bucket makes much look deleted. So a run that exceeds a limit deletes nothing and raises
 * the alarm `deletionsRefused`. Objects without an explanation always stay, and raise `objectsUnexplained`.
 */
export function areAllowed({ deletions, checkedFiles, unexplained }: Findings, confirmed: ConfirmedLimits): boolean {
  if (unexplained.length > 0) {
    countMetric('objectsUnexplained', unexplained.length);
    logger.error('Objects unexplained', { count: unexplained.length, first: describeFirst(unexplained) });
  }

  const missing = deletions.filter(({ reason }) => reason === 'object missing');
  const counts = { deletions: deletions.length - missing.length, debits: missing.length };
  const limits = {
    deletions: confirmed.maxDeletions ?? MAX_DELETIONS,
    debits: confirmed.maxDebits ?? debitLimit(checkedFiles),
  };
  if (counts.deletions <= limits.deletions && counts.debits <= limits.debits) return true;

  countMetric('deletionsRefused');
  const first = describeFirst(deletions.map(({ key }) => key));
  logger.error('Deletions refused', { counts, limits, checkedFiles, first });
  return false;
}

/** Returns how many of the checked files may miss their object. */
function debitLimit(checkedFiles: number): number {
  return Math.min(MAX_DEBITS, Math.max(1, checkedFiles * MAX_DEBIT_SHARE), Math.max(0, checkedFiles - 1));
}

/** Describes the first 50 objects for the log, without file names. */
function describeFirst(keys: readonly string[]) {
  return keys.slice(0, 50).map((key) => {
    const address = parseStorageKey(key);
    return { purpose: address?.purpose, ...nameForRepair({ owner: address?.userId, ulid: address?.ulid }) };
  });
}
