import { ApiError, InvalidInput } from '../platform/errors.ts';
import { AccountExists, InvalidCode, TooManyAttempts } from './errors.ts';

/** Matches Cognito's message after too many wrong passwords. The error has the same name as for a wrong password. */
const LOCKED_MESSAGE = /attempts exceeded/i;

/**
 * Maps an error of Cognito to an error that callers may see. Returns other errors unchanged; `lambdas/http/response.ts`
 * maps transient errors.
 *
 * @param refusal - the error if Cognito refuses the call's password, code, or token, or has no such account
 */
export function mapCognitoError(error: unknown, refusal: ApiError): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;

  switch (error.name) {
    case 'NotAuthorizedException':
      return LOCKED_MESSAGE.test(error.message) ? new TooManyAttempts() : refusal;
    case 'UserNotFoundException':
    case 'UserNotConfirmedException':
    case 'PasswordResetRequiredException':
      return refusal;
    case 'CodeMismatchException':
    case 'ExpiredCodeException':
    case 'EnableSoftwareTokenMFAException':
    // The member has no key of an authenticator app.
    case 'SoftwareTokenMFANotFoundException':
      return new InvalidCode();
    case 'AliasExistsException':
      return new AccountExists();
    case 'LimitExceededException':
    case 'TooManyFailedAttemptsException':
      return new TooManyAttempts();
    case 'InvalidPasswordException':
    case 'InvalidParameterException':
      return new InvalidInput('credentials-not-usable');
    default:
      return error;
  }
}
