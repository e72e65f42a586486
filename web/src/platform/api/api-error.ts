import type { ErrorCode } from '../../../../shared/contract/error-codes.ts';

/** Error codes that only the client uses: no response, or a response that isn't the API's. */
type ClientErrorCode = 'NetworkError' | 'UnexpectedResponse';

/** A failed request. Switch on `code` or `status`; `message` is a sentence for members. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  readonly requestId: string | undefined;

  constructor(status: number, code: ErrorCode | ClientErrorCode, message: string, requestId?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const THROTTLED_TEXT = 'The ocean is crowded right now. Please try again in a moment.';

/** Converts an error response to an `ApiError`, also if API Gateway or CloudFront sent it. */
export function toApiError(status: number, text: string): ApiError {
  const body = parse(text);
  if (typeof body.code === 'string' && typeof body.error === 'string') {
    const requestId = typeof body.requestId === 'string' ? body.requestId : undefined;
    return new ApiError(status, body.code as ErrorCode, body.error, requestId);
  }
  // API Gateway rejects a missing or expired token itself, with its own body.
  if (status === 401) return new ApiError(status, 'Unauthenticated', 'Your session has ended. Please sign in again.');
  // API Gateway throttles by itself when the stage or the account exceeds its limits.
  if (status === 429 || status === 503) return new ApiError(status, 'Throttled', THROTTLED_TEXT);
  const message = typeof body.message === 'string' ? body.message : text.slice(0, 200);
  return new ApiError(status, 'UnexpectedResponse', `${status} - ${message}`);
}

function parse(text: string): { code?: unknown; error?: unknown; message?: unknown; requestId?: unknown } {
  try {
    const body = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
