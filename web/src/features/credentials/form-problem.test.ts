import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { type FieldName, InvalidFieldError, toFormProblem } from './form-problem.ts';
import { problemTexts } from './problem-texts.ts';

/** Builds an error of Cognito, which has the name of its exception. */
const buildError = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('toFormProblem', () => {
  it.each<[error: unknown, field: FieldName | undefined, text: string]>([
    [buildError('CodeMismatchException', 'Invalid verification code provided'), 'code', problemTexts.codeMismatch],
    [
      buildError('ExpiredCodeException', 'Your software token has already been used once.'),
      'code',
      problemTexts.codeUsed,
    ],
    [buildError('LimitExceededException', 'Attempt limit exceeded'), undefined, problemTexts.tooManyAttempts],
    [
      buildError('ForbiddenException', 'Request not allowed due to WAF block.'),
      undefined,
      problemTexts.tooManyAttempts,
    ],
    [buildError('NotAuthorizedException', 'Password attempts exceeded'), undefined, problemTexts.accountLocked],
    [
      buildError('NotAuthorizedException', 'Incorrect username or password.'),
      undefined,
      'Incorrect username or password.',
    ],
    [
      buildError(
        'InvalidParameterException',
        "1 validation error detected: Value at 'password' failed to satisfy constraint",
      ),
      undefined,
      problemTexts.invalidValue,
    ],
    [buildError('InvalidParameterException', 'Invalid email address.'), undefined, 'Invalid email address.'],
    [buildError('Surprise', ''), undefined, problemTexts.unknownFailure],
    ['not an error', undefined, problemTexts.unknownFailure],
    [new ApiError(400, 'CommonPassword', 'Too common.'), 'password', problemTexts.commonPassword],
    [new ApiError(403, 'WrongPassword', 'Wrong.'), 'current', problemTexts.wrongPassword],
    [new ApiError(400, 'InvalidCode', 'Wrong.'), 'code', problemTexts.codeInvalid],
    [new ApiError(409, 'AccountExists', 'Used.'), undefined, problemTexts.accountExists],
    [new ApiError(429, 'TooManyAttempts', 'Wait.'), undefined, problemTexts.tooManyAttempts],
    [new ApiError(429, 'TooManyCodes', 'Wait.'), 'code', problemTexts.tooManyCodes],
    [new ApiError(500, 'Internal', 'A leak.'), undefined, 'A leak.'],
    [new InvalidFieldError('confirmation', problemTexts.passwordsDiffer), 'confirmation', problemTexts.passwordsDiffer],
  ])('describes %s', (error, field, text) => {
    const problem = toFormProblem(error);

    expect([problem.field, problem.text]).toEqual([field, text]);
  });

  it.each([
    ['TooManyAttempts', 30, 'Too many attempts. Try again in a minute.'],
    ['TooManyAttempts', 60, 'Too many attempts. Try again in a minute.'],
    ['TooManyAttempts', 61, 'Too many attempts. Try again in 2 minutes.'],
    ['TooManyCodes', 30, 'Too many codes were entered. Wait a minute, then request a new one.'],
    ['TooManyCodes', 3600, 'Too many codes were entered. Wait 60 minutes, then request a new one.'],
  ] as const)('says how long to wait after %s when the server asks for %i seconds', (code, retryAfterSeconds, text) => {
    const error = new ApiError(429, code, '', { retryAfterSeconds });

    expect(toFormProblem(error).text).toBe(text);
  });
});
