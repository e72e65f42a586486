import { expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { identityProblem } from './identity-problem.ts';

const failure = (name: string, message: string) => Object.assign(new Error(message), { name });

it.each([
  [failure('CodeMismatchException', 'Invalid verification code provided'), texts.codeMismatch],
  [failure('ExpiredCodeException', 'Invalid code provided'), texts.codeExpired],
  [failure('LimitExceededException', 'Attempt limit exceeded'), texts.tooManyAttempts],
  [failure('NotAuthorizedException', 'Incorrect username or password.'), 'Incorrect username or password.'],
  [
    failure(
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint",
    ),
    texts.notTaken,
  ],
  [failure('InvalidParameterException', 'Invalid email address format.'), 'Invalid email address format.'],
  [failure('Surprise', ''), texts.unknownFailure],
  ['not an error', texts.unknownFailure],
])('puts %s into words', (error, sentence) => {
  expect(identityProblem(error)).toBe(sentence);
});
