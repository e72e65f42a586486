import middy, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as ApiEvent,
  APIGatewayProxyStructuredResultV2 as ApiResult,
  Context,
} from 'aws-lambda';
import type { Endpoint, EndpointDefinition, Input, Response } from '../../shared/contract/endpoint.ts';
import { loadViewerAhead } from '../access/viewer.ts';
import { hashCaller, type Pseudonym } from '../platform/caller-hash.ts';
import { NotYou } from '../platform/errors.ts';
import { type Caller, isSessionChecked, readCaller, setPendingCount } from '../platform/identity.ts';
import { logger } from '../platform/logger.ts';
import { countUses } from '../table/conduct.ts';
import { countCall } from './call-rate.ts';
import { compress } from './compress.ts';
import { pickNamedFields } from './named-fields.ts';
import { checkOrigin } from './origin.ts';
import { parseRequest } from './request.ts';
import { buildErrorResponse, buildSuccessResponse, toApiError } from './response.ts';
import { type SignedRequest, toSignedRequest } from './signed-request.ts';

/**
 * A function that serves an endpoint. It receives the caller and the input, or a provider's signed request. A public
 * endpoint has no caller.
 */
export type Run<D extends EndpointDefinition> = D['access'] extends 'provider'
  ? (request: SignedRequest) => Promise<Response<D>>
  : D['access'] extends 'public'
    ? (caller: undefined, input: Input<D>) => Promise<Response<D>>
    : (caller: Caller, input: Input<D>) => Promise<Response<D>>;

/** The arguments of a {@link Run}. */
type RunArguments = readonly [request: SignedRequest] | readonly [caller: Caller | undefined, input: object];

/** The values that middlewares pass on to the handler and to later middlewares. */
interface RequestContext extends Context {
  caller?: Caller;
  /** Resolves once the call is counted. */
  pendingCount?: Promise<void>;
  /** The caller's pseudonym for the log. */
  callerHash?: Promise<Pseudonym | undefined>;
}

type Middleware = MiddlewareObj<ApiEvent, ApiResult, Error, RequestContext>;

/**
 * Builds the Lambda handler of an endpoint. The handler rejects requests that bypass CloudFront, identifies the caller,
 * counts the call, validates the request against the contract, calls `run`, and maps the result or error to a response.
 * The response has only the fields that the contract names. Long responses are compressed.
 *
 * @param definition - the endpoint, from `shared/contract`
 * @param run - serves the request; throws an {@link ApiError} to reject it
 */
export function endpoint<D extends EndpointDefinition>(definition: Endpoint<D>, run: Run<D>) {
  const pickFields = pickNamedFields(definition.response);

  return middy<ApiEvent, ApiResult, Error, RequestContext>()
    .use(logRequest(definition))
    .use(mapErrors(definition))
    .use({ before: ({ event }) => checkOrigin(event) })
    .use(identify(definition))
    .handler(async (event, { caller, pendingCount }) => {
      let result: Response<D>;
      try {
        const runArguments = await prepareArguments(definition, event, caller);
        // The arguments match `run`, since both depend on the endpoint's access. TypeScript can't infer that.
        result = await (run as (...args: RunArguments) => Promise<Response<D>>)(...runArguments);
        requireSessionCheck(definition, caller);
      } finally {
        // The rejection of a call above the limit takes precedence over other errors.
        await pendingCount;
      }

      return compress(buildSuccessResponse(pickFields(result)), event.headers['accept-encoding']);
    });
}

/**
 * Fails a request whose endpoint did not check the caller's session, so that no endpoint can omit the check. Runs after
 * the endpoint's function, so it withholds the response, but can't undo a write.
 *
 * @throws Error which names the endpoint
 */
function requireSessionCheck({ access, name }: Endpoint, caller: Caller | undefined): void {
  if (access !== 'member' || (caller && isSessionChecked(caller))) return;
  throw new Error(`${name} did not check the caller's session. Load the caller with loadViewer or ensureProfile.`);
}

/**
 * Identifies the caller, and starts to count the call. The session check (`lambdas/access/session.ts`) waits for the
 * count. So an endpoint may read before its call is counted, but it changes and returns nothing until then. See
 * docs/adr/0018-request-limit-per-member.md.
 */
function identify(definition: Endpoint): Middleware {
  return {
    before: ({ event, context }) => {
      if (definition.access !== 'member') return;

      const caller = readCaller(event);
      context.caller = caller;
      context.callerHash = hashCaller(caller.userId);
      context.pendingCount = countCall(caller.userId);
      setPendingCount(caller, context.pendingCount);
    },
  };
}

/**
 * Returns the arguments of the endpoint's function. Validates the input, and counts a use of the endpoint's limit.
 *
 * @throws NotYou if the body has another member's ID
 */
async function prepareArguments(
  definition: Endpoint,
  event: ApiEvent,
  caller: Caller | undefined,
): Promise<RunArguments> {
  const input = parseRequest(definition, event);

  requireOwnId(definition, input, caller);

  if (caller && definition.limit && 'each' in definition.limit) {
    await countUses(await loadViewerAhead(caller), { [definition.limit.each]: 1 });
  }

  // The endpoint of a provider has no schemas, so `input` is empty: the endpoint checks the signature of the raw body.
  return definition.access === 'provider' ? [toSignedRequest(event)] : [caller, input];
}

/** Rejects a body with another member's ID as `userId`. In a path, `userId` can name another member. */
function requireOwnId(definition: Endpoint, input: object, caller: Caller | undefined): void {
  const claimedId = definition.body && 'userId' in input ? input.userId : undefined;
  if (caller && claimedId !== undefined && claimedId !== caller.userId) throw new NotYou(definition.ownIdAction);
}

/**
 * Maps an error to a response. Logs server errors: Lambda counts no error when a function responds with 500, so only
 * this log entry has the cause.
 */
function mapErrors({ name }: Endpoint): Middleware {
  return {
    onError: (request) => {
      const error = toApiError(request.error);
      const { requestId } = request.event.requestContext;
      if (error.isServerError) logger.error(error.code, { endpoint: name, requestId, error: request.error as Error });
      request.response = buildErrorResponse(error, requestId);
    },
  };
}

/** Logs one line per request: endpoint, caller, status and duration. */
function logRequest(definition: Endpoint): Middleware {
  // One variable is enough, because Lambda sends an instance one request at a time.
  let startedAt = 0;

  const logResult: NonNullable<Middleware['after']> = async ({ event, context, response }) => {
    const durationMs = Date.now() - startedAt;
    logger.info('request', {
      endpoint: definition.name,
      caller: await context.callerHash,
      requestId: event.requestContext.requestId,
      status: response?.statusCode,
      durationMs,
    });
  };

  return {
    before: () => {
      startedAt = Date.now();
    },
    after: logResult,
    onError: logResult,
  };
}
