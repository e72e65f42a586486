import { type ErrorCode, isTransientCode } from '../../../../shared/contract/error-codes.ts';
import type { ReceivedError } from './error-sentence.ts';

/** Error codes that only the client uses: no response, or a response that isn't the API's. */
type ClientErrorCode = 'NetworkError' | 'UnexpectedResponse';

interface ApiErrorOptions {
  readonly requestId?: string | undefined;
  /** The wait in the header `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A failed request. Switch on `code` or `status`; `message` is a sentence for members. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  readonly requestId: string | undefined;
  /** How long to wait before the next attempt, if the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: ErrorCode | ClientErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = options.requestId;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** Whether the same request may succeed later. See docs/product.md#errors. */
  get isTransient(): boolean {
    // A gateway in front of the API failed. Its response has no code, so its status decides.
    if (this.code === 'UnexpectedResponse') return this.status >= 500;
    return this.code === 'NetworkError' || isTransientCode(this.code);
  }

  /** Whether the server may have carried out the request despite the error. */
  get isOutcomeUnknown(): boolean {
    // A broken response to a request that succeeded.
    const isBrokenResult = this.code === 'UnexpectedResponse' && this.status < 300;
    return this.isTransient || this.code === 'Internal' || isBrokenResult;
  }
}

/** Returns the wait that the server wants before the next attempt, in milliseconds; 0 if it doesn't say. */
export function retryAfterMs(error: unknown): number {
  return error instanceof ApiError ? 1000 * (error.retryAfterSeconds ?? 0) : 0;
}

/** The sentence of an error without a better one. */
const FALLBACK_SENTENCE = 'Please try again in a moment.';

/** Maximum length of a response that an error's message or the log quotes, in UTF-16 code units. */
const MAX_QUOTED_LENGTH = 200;

/** Markup, such as a gateway's HTML page, or the start of JSON. */
const MARKUP_OR_JSON = /<[a-z!/?]|^\s*[[{]/i;

/** Converts an error response to an `ApiError`, even if API Gateway or CloudFront sent it. */
export async function toApiError(status: number, text: string, headers = new Headers()): Promise<ApiError> {
  const body = parseBody(text);
  const { code, params, error: serverSentence } = body;
  const retryAfterSeconds = readRetryAfter(headers);

  if (typeof code === 'string' && typeof serverSentence === 'string') {
    const requestId = typeof body.requestId === 'string' ? body.requestId : undefined;
    const sentence = await loadSentence({ code, params, retryAfterSeconds }, serverSentence);
    return new ApiError(status, code as ErrorCode, sentence, { requestId, retryAfterSeconds });
  }

  // API Gateway rejects a missing or expired token itself, with its own body.
  if (status === 401) return new ApiError(status, 'Unauthenticated', 'Your session has ended. Please sign in again.');

  // API Gateway throttles by itself when the stage or the account exceeds its limits.
  if (status === 429 || status === 503) {
    return new ApiError(status, 'Throttled', await loadSentence({ code: 'Throttled' }), { retryAfterSeconds });
  }

  const message = typeof body.message === 'string' ? body.message : text;
  const isReadable = message.trim() !== '' && message.length <= MAX_QUOTED_LENGTH && !MARKUP_OR_JSON.test(message);
  if (!isReadable) return createUnreadableError(status, text, { retryAfterSeconds });

  return new ApiError(status, 'UnexpectedResponse', `${status} - ${message}`, { retryAfterSeconds });
}

/**
 * Returns the error for a response that isn't the API's and isn't a text for members. Logs the beginning of the
 * response.
 */
export function createUnreadableError(status: number, text: string, options: ApiErrorOptions = {}): ApiError {
  console.error(`Unexpected response ${status}: ${text.slice(0, MAX_QUOTED_LENGTH)}`);
  return new ApiError(status, 'UnexpectedResponse', `${status} - ${FALLBACK_SENTENCE}`, options);
}

/** Returns whether an error response is the API's own, not that of API Gateway or CloudFront. */
export function hasErrorCode(text: string): boolean {
  return typeof parseBody(text).code === 'string';
}

/**
 * Returns the error for a token that can't be renewed or checked for now: the user pool doesn't renew it, or API
 * Gateway rejects it with 401 although it is valid.
 *
 * Unlike the error of an ended session, it is transient: the code decides that, not the status.
 */
export async function createTokenError(): Promise<ApiError> {
  return new ApiError(401, 'Unavailable', await loadSentence({ code: 'Unavailable' }));
}

/**
 * Loads the module of sentences, which no first screen needs, and returns the sentence for an error.
 *
 * @param fallback - the sentence to return if the module can't be loaded, or has no sentence for the error
 */
async function loadSentence(details: Omit<ReceivedError, 'error'>, fallback = FALLBACK_SENTENCE) {
  try {
    const { sentenceFor } = await import('./error-sentence.ts');
    return sentenceFor({ ...details, error: fallback });
  } catch {
    // The connection is lost, or a deployment has replaced the module.
    return fallback;
  }
}

/** Returns the seconds in `Retry-After`, or undefined without the header, or if it holds a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

/** Parses a response body. Returns an empty object if it isn't a JSON object. */
export function parseBody(
  text: string,
): Partial<Record<'success' | 'code' | 'params' | 'error' | 'message' | 'requestId', unknown>> {
  try {
    const body = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
