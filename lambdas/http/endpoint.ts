import middy, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as ApiEvent,
  APIGatewayProxyStructuredResultV2 as ApiResult,
  Context,
} from 'aws-lambda';
import type { Endpoint, EndpointDefinition, Input, Response } from '../../shared/contract/endpoint.ts';
import { NotYou } from '../platform/errors.ts';
import { type Caller, callerOf } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import { failure, refusalOf, success } from './answer.ts';
import { countCall } from './call-rate.ts';
import { checkOrigin } from './origin.ts';
import { parseRequest } from './request.ts';
import { type SignedRequest, signedRequest } from './signed-request.ts';

/** The function that serves an endpoint: a member's call comes with the caller, a provider's with the signed request. */
export type Run<D extends EndpointDefinition> = D['access'] extends 'provider'
  ? (request: SignedRequest) => Promise<Response<D>>
  : (caller: Caller, input: Input<D>) => Promise<Response<D>>;

/** The arguments of a {@link Run}. */
type Call = readonly [request: SignedRequest] | readonly [caller: Caller | undefined, input: object];

type Middleware = MiddlewareObj<ApiEvent, ApiResult, Error, Context & { call?: Call }>;

/**
 * Builds the Lambda handler of an endpoint. It rejects requests that bypass the site, identifies the caller and counts
 * the call, validates the request against the contract, runs, and maps the result or the error to a response.
 *
 * @param definition - the endpoint, from `shared/contract`
 * @param run - serves it; refuses by throwing a {@link Refusal}
 */
export function endpoint<D extends EndpointDefinition>(definition: Endpoint<D>, run: Run<D>) {
  return middy<ApiEvent, ApiResult, Error, Context & { call?: Call }>()
    .use(record(definition))
    .use(answerErrors())
    .use({ before: ({ event }) => checkOrigin(event) })
    .use(identify(definition))
    .handler(async (_event, context) =>
      success(await (run as (...call: Call) => Promise<Response<D>>)(...(context.call ?? [undefined, {}]))),
    );
}

/** Checks who calls, how often, and with what input. */
function identify(definition: Endpoint): Middleware {
  return {
    before: async ({ event, context }) => {
      const caller = definition.access === 'member' ? callerOf(event) : undefined;
      if (caller) await countCall(caller.userId);
      const input = parseRequest(definition, event);
      const repeated = definition.body && 'userId' in input ? input.userId : undefined;
      if (caller && repeated !== undefined && repeated !== caller.userId) throw new NotYou();
      context.call = definition.access === 'provider' ? [signedRequest(event)] : [caller, input];
    },
  };
}

/** Maps an error to its answer. */
function answerErrors(): Middleware {
  return {
    onError: (request) => {
      const refusal = refusalOf(request.error);
      if (refusal.status >= 500) logger.error(refusal.code, { error: request.error as Error });
      request.response = failure(refusal, request.event.requestContext.requestId);
    },
  };
}

/** Writes one line per request: what was called and how it ended. */
function record(definition: Endpoint): Middleware {
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
