import middy, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as ApiEvent,
  APIGatewayProxyStructuredResultV2 as ApiResult,
  Context,
} from 'aws-lambda';
import type { Endpoint, EndpointDefinition, Input, Response } from '../../shared/contract/endpoint.ts';
import { NotYou } from '../platform/errors.ts';
import { type Caller, readCaller } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import { countCall } from './call-rate.ts';
import { checkOrigin } from './origin.ts';
import { parseRequest } from './request.ts';
import { errorResponse, successResponse, toApiError } from './response.ts';
import { type SignedRequest, toSignedRequest } from './signed-request.ts';

/** A function that serves an endpoint. It receives the caller and the input, or a provider's signed request. */
export type Run<D extends EndpointDefinition> = D['access'] extends 'provider'
  ? (request: SignedRequest) => Promise<Response<D>>
  : (caller: Caller, input: Input<D>) => Promise<Response<D>>;

/** The arguments of a {@link Run}. */
type Call = readonly [request: SignedRequest] | readonly [caller: Caller | undefined, input: object];

type Middleware = MiddlewareObj<ApiEvent, ApiResult, Error, Context & { call?: Call }>;

/**
 * Builds the Lambda handler of an endpoint. The handler rejects requests that bypass the site, identifies the caller,
 * counts the call, validates the request against the contract, calls `run`, and maps the result or error to a response.
 *
 * @param definition - the endpoint, from `shared/contract`
 * @param run - serves the request; throws an {@link ApiError} to reject it
 */
export function endpoint<D extends EndpointDefinition>(definition: Endpoint<D>, run: Run<D>) {
  return middy<ApiEvent, ApiResult, Error, Context & { call?: Call }>()
    .use(logRequest(definition))
    .use(mapErrors())
    .use({ before: ({ event }) => checkOrigin(event) })
    .use(identify(definition))
    .handler(async (_event, context) =>
      successResponse(await (run as (...call: Call) => Promise<Response<D>>)(...(context.call ?? [undefined, {}]))),
    );
}

/** Identifies the caller, counts the call, and validates the input. */
function identify(definition: Endpoint): Middleware {
  return {
    before: async ({ event, context }) => {
      const caller = definition.access === 'member' ? readCaller(event) : undefined;
      if (caller) await countCall(caller.userId);
      const input = parseRequest(definition, event);
      const claimedId = definition.body && 'userId' in input ? input.userId : undefined;
      if (caller && claimedId !== undefined && claimedId !== caller.userId) throw new NotYou();
      context.call = definition.access === 'provider' ? [toSignedRequest(event)] : [caller, input];
    },
  };
}

/** Maps an error to a response. Logs server errors. */
function mapErrors(): Middleware {
  return {
    onError: (request) => {
      const error = toApiError(request.error);
      if (error.isServerError) logger.error(error.code, { error: request.error as Error });
      request.response = errorResponse(error, request.event.requestContext.requestId);
    },
  };
}

/** Logs one line per request: endpoint, status and duration. */
function logRequest(definition: Endpoint): Middleware {
  let startedAt = 0;
  const end: NonNullable<Middleware['after']> = ({ event, response }) => {
    logger.info('request', {
      endpoint: definition.name,
      requestId: event.requestContext.requestId,
      status: response?.statusCode,
      durationMs: Date.now() - startedAt,
    });
  };
  return {
    before: () => {
      startedAt = Date.now();
    },
    after: end,
    onError: end,
  };
}
