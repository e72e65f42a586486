import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorBody } from '../../shared/contract/endpoint.ts';
import { ApiError, Internal, Throttled } from '../platform/errors.ts';
import { isThrottling } from '../platform/throttling.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Builds the response to a successful request. */
export function successResponse(result: object): APIGatewayProxyStructuredResultV2 {
  return { statusCode: 200, headers: HEADERS, body: JSON.stringify({ success: true, ...result }) };
}

/** Builds the response to a failed request. */
export function errorResponse(error: ApiError, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { status: statusCode, message, code, retryAfterSeconds } = error;
  const body: ErrorBody = { success: false, error: message, code, requestId };
  const headers: Record<string, string> = { ...HEADERS };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return { statusCode, headers, body: JSON.stringify(body) };
}

/** Maps an error to one that callers may see: throttling to `Throttled`, unexpected errors to `Internal`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return isThrottling(error) ? new Throttled() : new Internal();
}
