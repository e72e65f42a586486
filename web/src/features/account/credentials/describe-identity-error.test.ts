import { describe, expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { describeIdentityError } from './describe-identity-error.ts';

const newError = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('describeIdentityError', () => {
  it.each([
    [newError('CodeMismatchException', 'Invalid verification code provided'), texts.codeMismatch],
    [newError('ExpiredCodeException', 'Invalid code provided'), texts.codeExpired],
    [newError('LimitExceededException', 'Attempt limit exceeded'), texts.tooManyAttempts],
    [newError('NotAuthorizedException', 'Incorrect username or password.'), 'Incorrect username or password.'],
    [
      newError(
        'InvalidParameterException',
        "1 validation error detected: Value at 'password' failed to satisfy constraint",
      ),
      texts.invalidValue,
    ],
    [newError('InvalidParameterException', 'Invalid email address format.'), 'Invalid email address format.'],
    [newError('Surprise', ''), texts.unknownFailure],
    ['not an error', texts.unknownFailure],
  ])('describes %s', (error, text) => {
    expect(describeIdentityError(error)).toBe(text);
  });
});
