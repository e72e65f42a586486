/**
 * The only classification of transient errors. HTTP endpoints, sockets, transactions, and jobs use it; the structure
 * test rejects other code that reads the names of AWS's errors. See docs/adr/0023-transient-errors.md.
 */
import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import { isTransientCode } from '../../shared/contract/error-codes.ts';
import { ApiError } from './errors.ts';

/** The error of a single write that conflicted with a concurrent transaction. The SDK's list lacks this error. */
const WRITE_CONFLICT = 'TransactionConflictException';

/**
 * The error of a conditional write to S3 that conflicts with a concurrent write or deletion of the same object. The
 * SDK's list lacks this error, too. See `IfNoneMatch` and `IfMatch` of PutObject in the S3 API reference.
 */
const OBJECT_CONFLICT = 'ConditionalRequestConflict';

/**
 * The error of a repeated transaction whose earlier request is still running, and may commit it. The SDK's list counts
 * this error as throttling.
 */
const IN_PROGRESS = 'TransactionInProgressException';

/** The reasons for which load or contention cancels a transaction. They differ from the errors' names. */
const TRANSIENT_REASONS = new Set(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError']);

/** The type of error that the classifiers of the SDK accept. */
type AwsError = Parameters<typeof isTransientError>[0];

/**
 * Returns whether the same call can succeed later: after throttling, contention, a failed AWS service, a timeout, or a
 * lost connection. If the call was a write, it may have taken effect nevertheless.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return isTransientCode(error.code);
  if (!(error instanceof Error)) return false;
  return isLoadOrContention(error) || error.name === IN_PROGRESS || isTransientError(error as AwsError);
}

/** Returns whether an AWS service rejected a call because of load or contention. Such a call has no effect. */
export function isLoadOrContention(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === IN_PROGRESS) return false;
  if (isThrottlingError(error as AwsError) || isConflict(error)) return true;
  return error.name === OBJECT_CONFLICT || isCancelledByLoadOrContention(error);
}

/** Returns whether a single write conflicted with a concurrent transaction. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && error.name === WRITE_CONFLICT;
}

/** Returns whether load or contention is the only reason why a transaction was cancelled. */
function isCancelledByLoadOrContention(
  error: Error & { readonly CancellationReasons?: readonly { Code?: string }[] },
): boolean {
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code).filter((code) => code !== 'None');
  return codes.length > 0 && codes.every((code) => TRANSIENT_REASONS.has(code));
}
