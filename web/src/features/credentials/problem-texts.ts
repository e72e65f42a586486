import { MIN_PASSWORD_LENGTH } from '../../../../shared/rules/limits.ts';

/** Returns a time to wait in words. */
const describeMinutes = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`);

/** Texts of the errors of all forms with credentials. */
export const problemTexts = {
  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: `Password must be at least ${MIN_PASSWORD_LENGTH} characters`,
  passwordHasOuterSpace: "Password can't start or end with a space",
  commonPassword: 'That password is too common. Please choose another one.',
  wrongPassword: "Your current password isn't right.",
  accountExists: 'An account with this email already exists.',
  codeNotSixDigits: 'The code has 6 digits.',
  /** Cognito's CodeMismatchException. */
  codeMismatch: "That code isn't right. Check it and try again.",
  codeUsed: 'This code was used before. Wait for the next one.',
  /** The API's InvalidCode. */
  codeInvalid: "That code isn't right, or it has expired.",
  tooManyCodes: 'Too many codes were entered. Wait an hour, then request a new one.',
  tooManyCodesWithMinutes: (minutes: number) =>
    `Too many codes were entered. Wait ${describeMinutes(minutes)}, then request a new one.`,
  tooManyAttempts: 'Too many attempts. Wait a while, then try again.',
  tooManyAttemptsWithMinutes: (minutes: number) => `Too many attempts. Try again in ${describeMinutes(minutes)}.`,
  accountLocked: 'Too many failed attempts. Wait up to 15 minutes, then try again.',
  invalidValue: "Something you entered is too long or has characters that aren't allowed.",
  unreachable: "Fathom can't be reached. Check your connection and try again.",
  unknownFailure: 'Something went wrong. Please try again.',
};
