import { ApiError } from '../../platform/api/api-error.ts';
import { problemTexts } from './problem-texts.ts';

/** The names of the fields in the forms with credentials. */
export type FieldName = 'username' | 'email' | 'password' | 'confirmation' | 'current' | 'code' | 'recoveryCode';

/** The error that a form shows. */
export interface FormProblem {
  /** The text for the member. */
  readonly text: string;
  /** The field that caused the error, if the form has it. */
  readonly field?: FieldName | undefined;
  /** The error's code or name. */
  readonly code?: string;
}

/** Thrown for a value that the page rejects before it sends the form. */
export class InvalidFieldError extends Error {
  override readonly name = 'InvalidFieldError';
  readonly field: FieldName;

  constructor(field: FieldName, text: string) {
    super(text);
    this.field = field;
  }
}

/** Texts for errors of the API (by code) and of Cognito (by name). The errors' own messages are for developers. */
const PROBLEMS: Readonly<Record<string, Omit<FormProblem, 'code'>>> = {
  CommonPassword: { field: 'password', text: problemTexts.commonPassword },
  WrongPassword: { field: 'current', text: problemTexts.wrongPassword },
  InvalidCode: { field: 'code', text: problemTexts.codeInvalid },
  AccountExists: { text: problemTexts.accountExists },
  CodeMismatchException: { field: 'code', text: problemTexts.codeMismatch },
  // Cognito accepts each code of an authenticator app once.
  ExpiredCodeException: { field: 'code', text: problemTexts.codeUsed },
  // The user pool's firewall blocks an address with too many sign-ins (docs/deploying.md#checks-of-a-request).
  ForbiddenException: { text: problemTexts.tooManyAttempts },
  LimitExceededException: { text: problemTexts.tooManyAttempts },
  TooManyRequestsException: { text: problemTexts.tooManyAttempts },
  TooManyFailedAttemptsException: { text: problemTexts.tooManyAttempts },
  InvalidPasswordException: { field: 'password', text: problemTexts.passwordTooShort },
  NetworkError: { text: problemTexts.unreachable },
};

/** Texts for errors of the API that say how long to wait. */
const WAIT_PROBLEMS: Readonly<
  Record<string, { field?: FieldName; withoutTime: string; withMinutes: (minutes: number) => string }>
> = {
  TooManyAttempts: { withoutTime: problemTexts.tooManyAttempts, withMinutes: problemTexts.tooManyAttemptsWithMinutes },
  TooManyCodes: {
    field: 'code',
    withoutTime: problemTexts.tooManyCodes,
    withMinutes: problemTexts.tooManyCodesWithMinutes,
  },
};

/** Matches Cognito's message for a value that breaks a constraint on its pattern or length. */
const VALIDATION_ERROR = /validation errors? detected/;

/** Matches the message of Cognito's NotAuthorizedException while an account is locked after wrong passwords. */
const LOCKED_ACCOUNT = /attempts exceeded/i;

/** Returns the problem that a form shows for an error of the API, of Cognito, or of the network. */
export function toFormProblem(error: unknown): FormProblem {
  if (!(error instanceof Error)) return { text: problemTexts.unknownFailure };
  if (error instanceof InvalidFieldError) return { field: error.field, text: error.message };

  const code = error instanceof ApiError ? error.code : error.name;
  if (error instanceof ApiError && error.code in WAIT_PROBLEMS) return { code, ...describeWait(error) };
  if (VALIDATION_ERROR.test(error.message)) return { code, text: problemTexts.invalidValue };
  if (LOCKED_ACCOUNT.test(error.message)) return { code, text: problemTexts.accountLocked };

  // A text in PROBLEMS replaces the error's own message.
  return { code, text: error.message || problemTexts.unknownFailure, ...PROBLEMS[code] };
}

/** Returns the problem of an error whose code is in `WAIT_PROBLEMS`. */
function describeWait({ code, retryAfterSeconds }: ApiError): Omit<FormProblem, 'code'> {
  const { field, withoutTime, withMinutes } = WAIT_PROBLEMS[code]!;
  const text = retryAfterSeconds ? withMinutes(Math.ceil(retryAfterSeconds / 60)) : withoutTime;

  return { field, text };
}
