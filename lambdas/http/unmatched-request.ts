import type { APIGatewayProxyEventV2 as ApiEvent, APIGatewayProxyStructuredResultV2 as ApiResult } from 'aws-lambda';
import type { Method } from '../../shared/contract/endpoint.ts';
import { readOptionalSetting } from '../platform/config.ts';
import { type ApiError, MethodNotAllowed, NotFound } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { checkOrigin } from './origin.ts';
import { buildErrorResponse, toApiError } from './response.ts';

/** The method and path of an endpoint, without its schemas, which need zod. */
export interface ContractRoute {
  readonly method: Method;
  /** With `{parameter}` placeholders, as in the keys of API Gateway's routes: `/api/users/{userId}`. */
  readonly path: string;
  /** Whether production has the endpoint. Other stages have all. */
  readonly inProduction: boolean;
}

/**
 * Builds the Lambda handler of the HTTP API's route `$default`, which gets the requests that match no endpoint. The
 * handler responds with 405 if the path has other methods, otherwise with 404. See docs/adr/0055-wrong-method.md.
 *
 * The route has no authorizer, so the handler never knows a caller.
 *
 * @param routes - all endpoints of the contract
 */
export function unmatchedRequest(routes: readonly ContractRoute[]) {
  return async (event: ApiEvent): Promise<ApiResult> => {
    const startedAt = Date.now();
    const { requestId, http } = event.requestContext;
    const error = buildRejection(routes, http.method, event);
    const response = buildErrorResponse(error, requestId);

    logger.info('request', {
      endpoint: 'unmatched-request',
      requestId,
      status: error.status,
      durationMs: Date.now() - startedAt,
    });

    return response;
  };
}

/** Returns the error for a request that matches no endpoint. */
function buildRejection(routes: readonly ContractRoute[], method: string, event: ApiEvent): ApiError {
  try {
    checkOrigin(event);
  } catch (error) {
    return toApiError(error);
  }

  const methods: readonly string[] = findMethods(routes, event.rawPath);
  // API Gateway may refuse another spelling of the path. Then the response must not state that the method is wrong.
  if (methods.length === 0 || methods.includes(method)) return new NotFound('path');
  return new MethodNotAllowed(methods);
}

/** Returns the methods of a path on this stage, in alphabetical order. Ignores a slash at the end of the path. */
function findMethods(routes: readonly ContractRoute[], path: string): Method[] {
  const segments = path.replace(/\/$/, '').split('/');
  const hasTestEndpoints = readOptionalSetting('TEST_ENDPOINTS') !== undefined;
  const methods = routes
    .filter(({ inProduction }) => inProduction || hasTestEndpoints)
    .filter((route) => matches(route.path.split('/'), segments))
    .map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}

/** Returns whether a path has the segments of a pattern. A placeholder stands for any segment that isn't empty. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]));
}
