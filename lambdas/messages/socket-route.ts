import middy, { type MiddlewareObj } from '@middy/core';
import type {
  APIGatewayProxyStructuredResultV2 as Result,
  APIGatewayProxyWebsocketEventV2 as SocketEvent,
} from 'aws-lambda';
import * as z from 'zod';
import {
  type ServerFrame,
  type SocketAction,
  type SocketActions,
  socketActions,
} from '../../shared/contract/socket.ts';
import { toApiError } from '../http/response.ts';
import { PREDICATE_MESSAGES, toSentence } from '../http/validation-message.ts';
import { InvalidInput, TransientError, Unauthenticated } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { sendToSocket } from '../sockets/send-to-members.ts';
import { findSocketOwner } from '../table/socket.ts';

/** The validated fields of a frame. */
export type ActionInput<A extends SocketAction> = z.output<SocketActions[A]>;

/** API Gateway requires a status below 300 and ignores the body. */
const DONE: Result = { statusCode: 200 };

/**
 * Builds the Lambda handler of a WebSocket route. The handler identifies the socket's member, validates the frame, and
 * calls `run`. It sends errors as an `error` frame; the socket stays open.
 *
 * @param run - serves the action; may return a frame for this socket only
 */
export function socketRoute<A extends SocketAction>(
  action: A,
  // biome-ignore lint/suspicious/noConfusingVoidType: most routes return nothing
  run: (userId: string, input: ActionInput<A>) => Promise<ServerFrame | void>,
) {
  return middy<SocketEvent, Result>()
    .use(logFrame(action))
    .use(sendErrors(action))
    .handler(async ({ requestContext: { connectionId }, body }) => {
      const [userId, input] = [await findSocketOwner(connectionId), parse(action, body)];
      if (userId === undefined) throw new Unauthenticated();
      const response = await run(userId, input);
      if (response) await sendToSocket(connectionId, response);
      return DONE;
    });
}

function parse<A extends SocketAction>(action: A, body: string | undefined): z.output<SocketActions[A]> {
  const result = socketActions[action].safeParse(parseJson(body), PREDICATE_MESSAGES);
  if (result.success) return result.data as z.output<SocketActions[A]>;
  throw new InvalidInput(toSentence(result.error));
}

function parseJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    throw new InvalidInput('The frame is not valid JSON.');
  }
}

function sendErrors(action: SocketAction): MiddlewareObj<SocketEvent, Result> {
  return {
    onError: async (request) => {
      const error = toApiError(request.error);
      const { code, message, isServerError } = error;
      if (isServerError) logger.error(code, { error: request.error as Error });
      await sendToSocket(request.event.requestContext.connectionId, {
        type: 'error',
        code,
        error: message,
        action,
        ...parseIds(request.event.body),
        ...(error instanceof TransientError && { retryAfterSeconds: error.retryAfterSeconds }),
      });
      request.response = DONE;
    },
  };
}

/** The IDs with which a client recognises its rejected frame. */
const frameIds = z.object({
  clientMessageId: z.string().max(64).optional().catch(undefined),
  userId: z.string().max(64).optional().catch(undefined),
});

/** Returns the IDs in a rejected frame. */
function parseIds(body: string | undefined): z.output<typeof frameIds> {
  try {
    return frameIds.safeParse(JSON.parse(body ?? '')).data ?? {};
  } catch {
    return {};
  }
}

/** Logs one line per frame: action, outcome and duration. */
function logFrame(action: SocketAction): MiddlewareObj<SocketEvent, Result> {
  let startedAt = 0;
  const end: NonNullable<MiddlewareObj<SocketEvent, Result>['after']> = ({ event, error }) => {
    const { requestId } = event.requestContext;
    logger.info('frame', { action, requestId, refused: Boolean(error), durationMs: Date.now() - startedAt });
  };
  return {
    before: () => {
      startedAt = Date.now();
    },
    after: end,
    onError: end,
  };
}
