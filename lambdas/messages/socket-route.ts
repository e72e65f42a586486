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
import { refusalOf } from '../http/answer.ts';
import { InvalidInput, Unauthenticated } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { sendToSocket } from '../sockets/send-to-members.ts';
import { socketOwner } from '../table/socket.ts';

/** The validated fields of a frame. */
export type ActionInput<A extends SocketAction> = z.output<SocketActions[A]>;

/** API Gateway takes any answer below 300; what it says goes nowhere. */
const DONE: Result = { statusCode: 200 };

/**
 * Builds the Lambda handler of a WebSocket route. It identifies the socket's member, validates the frame, and runs. An
 * error is sent as an `error` frame; the socket stays open.
 *
 * @param run - serves the action; may return a frame for this socket only
 */
export function socketRoute<A extends SocketAction>(
  action: A,
  // biome-ignore lint/suspicious/noConfusingVoidType: most routes have nothing to answer
  run: (userId: string, input: ActionInput<A>) => Promise<ServerFrame | void>,
) {
  return middy<SocketEvent, Result>()
    .use(record(action))
    .use(answerErrors())
    .handler(async ({ requestContext: { connectionId }, body }) => {
      const [userId, input] = [await socketOwner(connectionId), parse(action, body)];
      if (userId === undefined) throw new Unauthenticated();
      const response = await run(userId, input);
      if (response) await sendToSocket(connectionId, response);
      return DONE;
    });
}

function parse<A extends SocketAction>(action: A, body: string | undefined): z.output<SocketActions[A]> {
  const result = socketActions[action].safeParse(frameOf(body));
  if (result.success) return result.data as z.output<SocketActions[A]>;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  throw new InvalidInput(field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The frame is not valid.'));
}

/** The frame as JSON. API Gateway has parsed it already, to find its action. */
function frameOf(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    throw new InvalidInput('The frame is not valid JSON.');
  }
}

function answerErrors(): MiddlewareObj<SocketEvent, Result> {
  return {
    onError: async (request) => {
      const { code, message, status, retryAfterSeconds } = refusalOf(request.error);
      if (status >= 500) logger.error(code, { error: request.error as Error });
      await sendToSocket(request.event.requestContext.connectionId, {
        type: 'error',
        code,
        error: message,
        clientMessageId: clientMessageIdOf(request.event.body),
        retryAfterSeconds,
      });
      request.response = DONE;
    },
  };
}

/** Of which message an error speaks, when the frame says so. */
function clientMessageIdOf(body: string | undefined): string | undefined {
  try {
    return z.object({ clientMessageId: z.string().max(64) }).safeParse(JSON.parse(body ?? '')).data?.clientMessageId;
  } catch {
    return undefined;
  }
}

/** Writes one line per frame: which route, and how long it took. */
function record(action: SocketAction): MiddlewareObj<SocketEvent, Result> {
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
