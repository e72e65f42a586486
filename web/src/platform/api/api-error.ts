import type { ErrorCode } from '../../../../shared/contract/error-codes.ts';

/** Codes of failures that no server has stated. */
type ClientErrorCode = 'NetworkError' | 'UnexpectedAnswer';

/** A call that failed. Switch on `code` or `status`; `message` is a sentence for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  readonly requestId: string | undefined;

  constructor(status: number, code: ErrorCode | ClientErrorCode, message: string, requestId?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }

  /** Whether the same call may well succeed a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const CROWDED = 'The ocean is crowded right now. Please try again in a moment.';

/** The error that an answer states, or the closest to it when the answer is not one of the API's own. */
export function errorFrom(status: number, text: string): ApiError {
  const body = parse(text);
  if (typeof body.code === 'string' && typeof body.error === 'string') {
    const requestId = typeof body.requestId === 'string' ? body.requestId : undefined;
    return new ApiError(status, body.code as ErrorCode, body.error, requestId);
  }
  // API Gateway answers a missing or expired token itself, with a body of its own.
  if (status === 401) return new ApiError(status, 'Unauthenticated', 'Your session has ended. Please sign in again.');
  // It also turns calls down by itself when the whole stage, or the account, is asked for more than it has.
  if (status === 429 || status === 503) return new ApiError(status, 'Throttled', CROWDED);
  const stated = typeof body.message === 'string' ? body.message : text.slice(0, 200);
  return new ApiError(status, 'UnexpectedAnswer', `${status} - ${stated}`);
}

function parse(text: string): { code?: unknown; error?: unknown; message?: unknown; requestId?: unknown } {
  try {
    const body = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
