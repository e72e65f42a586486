import { texts } from '../texts.ts';

/** Texts for Cognito's errors, by name. Cognito's own messages are for programmers. */
const TEXTS: Readonly<Record<string, string>> = {
  CodeMismatchException: texts.codeMismatch,
  ExpiredCodeException: texts.codeExpired,
  LimitExceededException: texts.tooManyAttempts,
  TooManyRequestsException: texts.tooManyAttempts,
  TooManyFailedAttemptsException: texts.tooManyAttempts,
  InvalidPasswordException: texts.passwordTooShort,
  NetworkError: texts.unreachable,
};

/** Matches the message for a value that breaks a constraint on its pattern or length. */
const VALIDATION_ERROR = /validation errors? detected/;

/** Returns a text for members about an error of Cognito or the network. */
export function describeIdentityError(error: unknown): string {
  if (!(error instanceof Error)) return texts.unknownFailure;
  if (VALIDATION_ERROR.test(error.message)) return texts.invalidValue;
  return TEXTS[error.name] ?? (error.message || texts.unknownFailure);
}
