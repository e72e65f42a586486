import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorBody } from '../../shared/contract/endpoint.ts';
import { Internal, Refusal, Throttled } from '../platform/errors.ts';
import { isThrottling } from '../platform/throttling.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** The HTTP answer to a request that succeeded. */
export function success(result: object): APIGatewayProxyStructuredResultV2 {
  return { statusCode: 200, headers: HEADERS, body: JSON.stringify({ success: true, ...result }) };
}

/** The HTTP answer to a request that was refused. */
export function failure(refusal: Refusal, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { status: statusCode, message, code, retryAfterSeconds } = refusal;
  const body: ErrorBody = { success: false, error: message, code, requestId };
  const headers: Record<string, string> = { ...HEADERS };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return { statusCode, headers, body: JSON.stringify(body) };
}

/** What a caller is told of an error: refusals as they are, a busy service as such, and nothing of any other. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return isThrottling(error) ? new Throttled() : new Internal();
}
