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

/** What an endpoint's handler is given: endpoints for members a caller, those for providers what these have signed. */
export interface Call<D extends EndpointDefinition> {
  readonly input: Input<D>;
  readonly caller: D['access'] extends 'member' ? Caller : undefined;
  readonly signed: D['access'] extends 'provider' ? SignedRequest : undefined;
}

type AnyCall = Pick<Call<EndpointDefinition>, 'input'> & {
  readonly caller: Caller | undefined;
  readonly signed: SignedRequest | undefined;
};

type Middleware = MiddlewareObj<ApiEvent, ApiResult, Error, Context & { call?: AnyCall }>;

/**
 * The one shape of an HTTP handler: turns away what has gone around the site, identifies and counts the caller, checks
 * the request against the contract, runs, and turns the result or the error into the answer.
 *
 * @param definition - the endpoint, from `shared/contract`
 * @param run - what it does; refuses by throwing a {@link Refusal}
 */
export function endpoint<D extends EndpointDefinition>(
  definition: Endpoint<D>,
  run: (call: Call<D>) => Promise<Response<D>>,
) {
  return middy<ApiEvent, ApiResult, Error, Context & { call?: AnyCall }>()
    .use(record(definition))
    .use(answerErrors())
    .use({ before: ({ event }) => checkOrigin(event) })
    .use(identify(definition))
    .handler(async (_event, context) => success(await run(context.call as Call<D>)));
}

/** Checks who calls, how often, and what they ask, and hands who and what to the handler. */
function identify(definition: Endpoint): Middleware {
  return {
    before: async ({ event, context }) => {
      const caller = definition.access === 'member' ? callerOf(event) : undefined;
      if (caller) await countCall(caller.userId);
      const input = parseRequest(definition, event);
      const repeated = definition.body && 'userId' in input ? input.userId : undefined;
      if (caller && repeated !== undefined && repeated !== caller.userId) throw new NotYou();
      context.call = { input, caller, signed: definition.access === 'provider' ? signedRequest(event) : undefined };
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
