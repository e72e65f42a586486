/**
 * The error codes of the API with their HTTP statuses. Clients switch on the code; the sentence in the response is for
 * members. See docs/product.md#errors.
 */
export const errorStatus = {
  InvalidInput: 400,
  InvalidCursor: 400,
  EmptyFile: 400,
  FileTooLarge: 400,
  PriceMismatch: 400,
  BelowMinimum: 400,
  InvalidSignature: 400,
  CommonPassword: 400,
  InvalidCode: 400,
  Unauthenticated: 401,
  PaymentDeclined: 402,
  /** The request acts as another member, or on another member's item. */
  NotYou: 403,
  NotThroughSite: 403,
  DepthTooLow: 403,
  WrongPassword: 403,
  NotFound: 404,
  FileNotStored: 404,
  UploadNotFound: 404,
  OrderNotFound: 404,
  MethodNotAllowed: 405,
  FileTypeMismatch: 422,
  MalwareFound: 422,
  Conflict: 409,
  FileNotScanned: 409,
  AccountExists: 409,
  PartsMissing: 409,
  OrderNotApproved: 409,
  BodyTooLarge: 413,
  UnsupportedMediaType: 415,
  FileTypeNotAllowed: 415,
  TooManyMessages: 429,
  TooManyCalls: 429,
  TooManyAttempts: 429,
  TooManyCodes: 429,
  TooManyFrames: 429,
  TooManySockets: 429,
  /** A limit on conduct. See docs/product.md#limits. */
  LimitReached: 429,
  /** Too much load, or too many concurrent writes to the same item. The caller reached no limit. */
  Throttled: 503,
  Unavailable: 503,
  PaymentsUnavailable: 503,
  Internal: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** The codes that every endpoint may return. */
export const universalErrors = [
  'InvalidInput',
  'NotThroughSite',
  'Throttled',
  'Unavailable',
  'Internal',
] as const satisfies readonly ErrorCode[];

/**
 * The codes of transient errors: the same request can succeed later. Their responses have `Retry-After`, and error
 * frames have `retryAfterSeconds`. All other codes are final. See docs/product.md#errors.
 */
export const transientErrors = [
  'TooManyMessages',
  'TooManyCalls',
  'TooManyFrames',
  'Throttled',
  'Unavailable',
  'PaymentsUnavailable',
] as const satisfies readonly ErrorCode[];

export type TransientErrorCode = (typeof transientErrors)[number];

/** Returns whether this is the code of a transient error. */
export function isTransientCode(code: string): code is TransientErrorCode {
  return (transientErrors as readonly string[]).includes(code);
}
