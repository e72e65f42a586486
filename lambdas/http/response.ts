import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorBody } from '../../shared/contract/error-body.ts';
import { ApiError, Internal, MethodNotAllowed, Throttled, Unavailable } from '../platform/errors.ts';
import { isLoadOrContention, isTransient } from '../platform/transient-errors.ts';

/** Headers of every response. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Builds the response to a successful request. */
export function buildSuccessResponse(result: object): APIGatewayProxyStructuredResultV2 {
  return { statusCode: 200, headers: HEADERS, body: JSON.stringify({ success: true, ...result }) };
}

/** Builds the response to a failed request. */
export function buildErrorResponse(error: ApiError, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { status: statusCode, message, code, params, retryAfterSeconds } = error;
  const body: ErrorBody = { success: false, error: message, code, params, requestId };

  const headers: Record<string, string> = { ...HEADERS };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (error instanceof MethodNotAllowed) headers.allow = error.allowHeader;

  return { statusCode, headers, body: JSON.stringify(body) };
}

/** Maps an error to one that callers may see: `Throttled` or `Unavailable` if it is transient, otherwise `Internal`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!isTransient(error)) return new Internal();
  return isLoadOrContention(error) ? new Throttled() : new Unavailable();
}
