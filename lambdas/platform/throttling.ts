const THROTTLING = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'TransactionInProgressException',
  // A single write conflicted with a concurrent transaction.
  'TransactionConflictException',
  'SlowDown',
  'TooManyRequestsException',
]);

/** Returns whether an AWS service rejected a call because of load or contention. */
export function isThrottling(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (THROTTLING.has(error.name)) return true;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
  return reasons?.some(({ Code }) => Code !== undefined && THROTTLING.has(Code)) ?? false;
}
