/** Tests of the API's errors for Cognito's errors. They must not reveal whether an email has an account. */
import { describe, expect, it } from 'vitest';
import { Throttled } from '../platform/errors.ts';
import { mapCognitoError } from './cognito-errors.ts';
import { WrongPassword } from './errors.ts';

/** Builds an error as Cognito's client throws it. */
const buildError = (name: string, message = 'From Cognito') => Object.assign(new Error(message), { name });

/** Returns the code of the API's error for an error of Cognito. */
const codeOf = (error: unknown) => (mapCognitoError(error, new WrongPassword()) as { code?: string }).code;

describe('mapCognitoError', () => {
  it.each<[errorName: string, message: string, code: string]>([
    ['NotAuthorizedException', 'Incorrect username or password.', 'WrongPassword'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'TooManyAttempts'],
    ['UserNotFoundException', '', 'WrongPassword'],
    ['UserNotConfirmedException', '', 'WrongPassword'],
    ['PasswordResetRequiredException', '', 'WrongPassword'],
    ['CodeMismatchException', '', 'InvalidCode'],
    ['ExpiredCodeException', '', 'InvalidCode'],
    ['EnableSoftwareTokenMFAException', '', 'InvalidCode'],
    ['SoftwareTokenMFANotFoundException', '', 'InvalidCode'],
    ['AliasExistsException', '', 'AccountExists'],
    ['LimitExceededException', '', 'TooManyAttempts'],
    ['TooManyFailedAttemptsException', '', 'TooManyAttempts'],
    ['InvalidPasswordException', '', 'InvalidInput'],
    ['InvalidParameterException', '', 'InvalidInput'],
  ])('maps %s "%s" to %s', (name, message, code) => expect(codeOf(buildError(name, message))).toBe(code));

  it("doesn't repeat Cognito's message, which can contain what the member entered", () => {
    const error = mapCognitoError(buildError('InvalidParameterException', 'coral-reef-7'), new WrongPassword());
    expect(String(error)).not.toContain('coral-reef-7');
  });

  it('returns transient and unknown errors, and errors of the API, unchanged', () => {
    const otherErrors = [
      buildError('TooManyRequestsException'),
      buildError('InternalErrorException'),
      new Throttled(),
      'text',
    ];

    for (const error of otherErrors) {
      expect(mapCognitoError(error, new WrongPassword())).toBe(error);
    }
  });
});
