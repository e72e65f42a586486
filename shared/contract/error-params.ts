import type { CountedLimit, Standing } from '../rules/conduct-limits.ts';
import type { PaymentMethod } from '../rules/prices.ts';
import type { ErrorCode } from './error-codes.ts';
import type { FieldRule } from './field-rule.ts';

/** A limit whose refusal a member sees. */
export type RefusedLimit = CountedLimit | 'storedBytes';

/** The limit that a request exceeds. See docs/product.md#limits. */
export interface LimitParams {
  readonly limit: RefusedLimit;
  readonly standing: Standing;
  /** In the unit of the limit: a count, or bytes. */
  readonly allowed: number;
}

/** The reason why the input of a request is invalid, apart from its fields. */
export type InputReason =
  | 'body-missing'
  | 'body-not-json'
  | 'body-not-unicode'
  | 'credentials-not-usable'
  | 'event-not-valid'
  | 'file-needs-parts'
  | 'file-needs-no-parts'
  | 'follow-yourself'
  | 'frame-not-json'
  | 'frame-not-unicode'
  | 'message-yourself'
  | 'not-an-object'
  | 'nothing-to-change'
  | 'part-beyond-end'
  | 'part-size';

/** A field that breaks a rule. */
export type FieldProblem = { readonly reason: 'field'; readonly path: readonly (string | number)[] } & FieldRule;

type InvalidInputParams =
  | FieldProblem
  | { readonly reason: 'unknown-fields'; readonly fields: readonly string[] }
  | { readonly reason: 'unknown-action'; readonly actions: readonly string[] }
  | { readonly reason: InputReason };

/** The parameters of an error's sentence, by code. Codes that aren't listed have no parameters. */
export interface ErrorParams {
  InvalidInput: InvalidInputParams;
  BelowMinimum: { readonly method: PaymentMethod; readonly minimumCents: number };
  BodyTooLarge: { readonly limitBytes: number };
  Conflict: { readonly item: 'post' | 'comment' | 'message' | 'purchase' };
  /** The depth is rounded up to whole centimetres. */
  DepthTooLow: { readonly missingMetres: number };
  FileTooLarge:
    | { readonly item: 'file' | 'picture'; readonly limitBytes: number }
    | { readonly item: 'pixels'; readonly limitMegapixels: number };
  /** `detected` is missing if the content has no known type. */
  FileTypeMismatch: { readonly declared: string; readonly detected?: string | undefined };
  FileTypeNotAllowed: { readonly item: 'file'; readonly type?: string } | { readonly item: 'picture' };
  LimitReached: LimitParams;
  MethodNotAllowed: { readonly allowed: readonly string[] };
  NotFound: { readonly item: 'file' | 'post' | 'comment' | 'member' | 'conversation' | 'path' };
  NotYou: { readonly action: 'any' | 'change-picture' | 'delete-comment' | 'delete-post' | 'post-picture' };
  PaymentsUnavailable:
    | { readonly reason: 'failed' }
    | { readonly reason: 'not-set-up'; readonly method: PaymentMethod };
  PriceMismatch: { readonly cents: number };
  TooManyMessages: { readonly perSecond: number } | LimitParams;
  Unauthenticated: { readonly reason: 'no-session' | 'session-ended' | 'account-deleted' };
}

/** An error with its parameters. */
export type ErrorDetails<C extends ErrorCode = ErrorCode> = {
  [K in C]: {
    readonly code: K;
    /** Seconds until the same request can succeed; undefined if waiting doesn't help. Sent as `Retry-After`. */
    readonly retryAfterSeconds?: number | undefined;
  } & (K extends keyof ErrorParams ? { readonly params: ErrorParams[K] } : { readonly params?: undefined });
}[C];
