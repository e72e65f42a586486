const THROTTLING = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'TransactionInProgressException',
  // A single write that met somebody else's transaction.
  'TransactionConflictException',
  'SlowDown',
  'TooManyRequestsException',
]);

/** Whether an AWS service turned a call down for being busy, and not for what was asked. */
export function isThrottling(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (THROTTLING.has(error.name)) return true;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
  return reasons?.some(({ Code }) => Code !== undefined && THROTTLING.has(Code)) ?? false;
}
