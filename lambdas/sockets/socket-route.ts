import middy, { type MiddlewareObj } from '@middy/core';
import type {
  Context,
  APIGatewayProxyStructuredResultV2 as Result,
  APIGatewayProxyWebsocketEventV2 as SocketEvent,
} from 'aws-lambda';
import * as z from 'zod';
import {
  type FrameRoute,
  type ServerFrame,
  type SocketAction,
  type SocketActions,
  socketActions,
} from '../../shared/contract/socket-frames.ts';
import { PARSE_OPTIONS, toInvalidInputParams } from '../http/field-problem.ts';
import { parseJson } from '../http/parse-json.ts';
import { toApiError } from '../http/response.ts';
import { hashCaller, type Pseudonym } from '../platform/caller-hash.ts';
import { InvalidInput, LimitReached, TransientError, Unauthenticated } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { findSocketOwner } from '../table/socket.ts';
import { tryCloseConnection } from './close-sockets.ts';
import { FrameFlood } from './errors.ts';
import { countFrame } from './frame-rate.ts';
import { sendToSocket } from './send-to-members.ts';
import { reportSocketFailure } from './socket-failure.ts';

/** The validated fields of a frame. */
export type ActionInput<A extends SocketAction> = z.output<SocketActions[A]>;

/** The values that middlewares pass on. */
interface FrameContext extends Context {
  /** The member's pseudonym for the log. */
  callerHash?: Promise<Pseudonym | undefined>;
}

type Middleware = MiddlewareObj<SocketEvent, Result, Error, FrameContext>;

/** The response to each frame. API Gateway requires a status below 300 and ignores the body. */
const DONE: Result = { statusCode: 200 };

/**
 * Builds the Lambda handler of an action. The handler parses the frame, and calls `run`.
 *
 * @param run - serves the action; may return a frame for this socket only
 */
export function socketRoute<A extends SocketAction>(
  action: A,
  // biome-ignore lint/suspicious/noConfusingVoidType: most routes return nothing
  run: (userId: string, input: ActionInput<A>) => Promise<ServerFrame | void>,
) {
  return frameRoute(action, async (userId, body) => run(userId, parseFrame(action, body)));
}

/**
 * Builds the Lambda handler of a route. The handler identifies the socket's member, counts the frame, and calls
 * `serve`. It sends errors as an `error` frame. The socket stays open, unless it isn't registered or its member floods
 * the API.
 */
export function frameRoute(
  route: FrameRoute,
  // biome-ignore lint/suspicious/noConfusingVoidType: most routes return nothing
  serve: (userId: string, body: string | undefined) => Promise<ServerFrame | void>,
) {
  return middy<SocketEvent, Result, Error, FrameContext>()
    .use(logFrame(route))
    .use(sendErrors(route))
    .handler(async ({ requestContext: { connectionId }, body }, context) => {
      const userId = await findSocketOwner(connectionId);
      if (userId === undefined) throw new Unauthenticated();
      context.callerHash = hashCaller(userId);

      // The count comes before the validation, so that invalid frames also count.
      await countFrame(userId, route);

      const response = await serve(userId, body);
      if (response) await sendToSocket(connectionId, response);

      return DONE;
    });
}

function parseFrame<A extends SocketAction>(action: A, body: string | undefined): z.output<SocketActions[A]> {
  const result = socketActions[action].safeParse(parseJson(body ?? '', 'frame'), PARSE_OPTIONS);
  if (result.success) return result.data as z.output<SocketActions[A]>;
  throw new InvalidInput(toInvalidInputParams(result.error));
}

function sendErrors(route: FrameRoute): Middleware {
  return {
    onError: async (request) => {
      const error = toApiError(request.error);
      const { code, params, message, isServerError } = error;
      const { connectionId } = request.event.requestContext;
      if (isServerError) reportSocketFailure(route, request.event, request.error);

      await sendToSocket(connectionId, {
        type: 'error',
        code,
        params,
        error: message,
        ...(route !== '$default' && { action: route, ...parseIds(request.event.body) }),
        ...((error instanceof TransientError || error instanceof LimitReached) && {
          retryAfterSeconds: error.retryAfterSeconds,
        }),
      });

      // Without a close, each further frame would run a function. Frames of an unregistered socket can't be counted.
      if (error instanceof Unauthenticated || error instanceof FrameFlood) await tryCloseConnection({ connectionId });

      request.response = DONE;
    },
  };
}

/** The IDs with which a client recognizes its rejected frame. */
const frameIdsSchema = z.object({
  clientMessageId: z.string().max(64).optional().catch(undefined),
  userId: z.string().max(64).optional().catch(undefined),
});

/** Returns the IDs in a rejected frame. */
function parseIds(body: string | undefined): z.output<typeof frameIdsSchema> {
  try {
    return frameIdsSchema.safeParse(JSON.parse(body ?? '')).data ?? {};
  } catch {
    return {};
  }
}

/** Logs one line per frame: action (or `$default`), caller, outcome, and duration. */
function logFrame(route: FrameRoute): Middleware {
  // One variable is enough, because Lambda sends an instance one event at a time.
  let startedAt = 0;

  const logResult: NonNullable<Middleware['after']> = async ({ event, context, error }) => {
    const { requestId } = event.requestContext;
    const durationMs = Date.now() - startedAt;
    const caller = await context.callerHash;
    logger.info('frame', { action: route, caller, requestId, refused: Boolean(error), durationMs });
  };

  return {
    before: () => {
      startedAt = Date.now();
    },
    after: logResult,
    onError: logResult,
  };
}
