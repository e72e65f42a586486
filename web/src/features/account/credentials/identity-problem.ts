import { texts } from '../texts.ts';

/** What the identity service's errors mean, by their names; their own sentences are for programmers. */
const SENTENCES: Readonly<Record<string, string>> = {
  CodeMismatchException: texts.codeMismatch,
  ExpiredCodeException: texts.codeExpired,
  LimitExceededException: texts.tooManyAttempts,
  TooManyRequestsException: texts.tooManyAttempts,
  TooManyFailedAttemptsException: texts.tooManyAttempts,
  InvalidPasswordException: texts.passwordTooShort,
  NetworkError: texts.unreachable,
};

/** How it names a rule that a value breaks: by a pattern, or by a count. */
const RULE = /validation errors? detected/;

/** Why the identity service did not do what was asked. */
export function identityProblem(failure: unknown): string {
  if (!(failure instanceof Error)) return texts.unknownFailure;
  if (RULE.test(failure.message)) return texts.notTaken;
  return SENTENCES[failure.name] ?? (failure.message || texts.unknownFailure);
}
