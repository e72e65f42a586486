/** Cognito's errors after one of our triggers failed or timed out. */
const TRIGGER_FAILURES = [
  'UserLambdaValidationException',
  'UnexpectedLambdaException',
  'InvalidLambdaResponseException',
];

/**
 * Returns whether an error means that Cognito carried a request out, but its post-confirmation trigger failed. Cognito
 * doesn't undo the request.
 */
export function isTriggerFailure(error: unknown): boolean {
  return error instanceof Error && TRIGGER_FAILURES.includes(error.name);
}
