import type { APIGatewayProxyStructuredResultV2, APIGatewayProxyWebsocketEventV2, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import * as routes from '../../../lambdas/socket-routes.ts';
import { socketRoute } from '../../../lambdas/sockets/socket-route.ts';
import { issueTicket } from '../../../lambdas/table/ticket.ts';
import { type SocketAction, type SocketRoute, socketActions } from '../../../shared/contract/socket-frames.ts';
import { createCaller, createConversation, OTHER_ID, openSocketFor } from './community.ts';

/** One event of a socket route. `observeRounds` counts its rounds. */
export interface SocketCase {
  /** What differs from the route's other cases. */
  readonly label?: string;
  /** Prepares the event. Its own requests are not counted. */
  readonly prepare: () => Promise<PreparedEvent>;
}

/** The fields of an event that differ between the cases. */
interface PreparedEvent {
  readonly connectionId: string;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The functions of all routes, by name. */
const ROUTES: Readonly<Record<string, unknown>> = routes;

/** Builds a case in which a member with an open socket sends a frame. */
function buildFrameCase(build: (userId: string) => object | Promise<object>, label?: string): SocketCase {
  return {
    ...(label !== undefined && { label }),
    prepare: async () => {
      const { userId } = await createCaller();
      const connectionId = await openSocketFor(userId);
      return { connectionId, body: JSON.stringify(await build(userId)) };
    },
  };
}

/** Builds a frame with a message to the other member. */
const buildMessage = () => ({ action: 'sendMessage', clientMessageId: ulid(), recipientId: OTHER_ID, content: 'Ahoy' });

/** The events whose rounds are counted, for every route of the WebSocket API. A missing route is a type error. */
export const SOCKET_CASES: { readonly [R in SocketRoute['key']]: readonly SocketCase[] } = {
  $connect: [
    {
      prepare: async () => {
        const { userId } = await createCaller();
        const ticket = await issueTicket({ userId, issuedAt: Math.floor(Date.now() / 1000) });
        return { connectionId: ulid(), queryStringParameters: { ticket } };
      },
    },
  ],
  $disconnect: [buildFrameCase(() => ({}))],
  $default: [buildFrameCase(() => ({ action: 'unknown' }))],
  sendMessage: [
    buildFrameCase(buildMessage, 'the first of a conversation'),
    buildFrameCase(async (userId) => {
      await createConversation(userId, OTHER_ID);
      return buildMessage();
    }),
  ],
  markRead: [
    buildFrameCase(async (userId) => ({
      action: 'markRead',
      userId: OTHER_ID,
      messageId: await createConversation(userId, OTHER_ID),
    })),
  ],
  typing: [
    buildFrameCase(async (userId) => {
      await createConversation(userId, OTHER_ID);
      return { action: 'typing', recipientId: OTHER_ID };
    }),
  ],
  ping: [buildFrameCase(() => ({ action: 'ping' }))],
};

type Handler = (
  event: APIGatewayProxyWebsocketEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2 | undefined>;

/**
 * Calls the function of a route in this process, as API Gateway does.
 *
 * @throws Error with the response unless its status is 200. Rejected frames also have this status: check the frames
 */
export async function callRoute({ key, handler: name }: SocketRoute, preparedEvent: PreparedEvent): Promise<void> {
  // The functions of the routes have different types, which the look-up by name loses.
  const run = ROUTES[name] as never;
  const handler = key in socketActions ? socketRoute(key as SocketAction, run) : (run as Handler);
  const { connectionId, ...rest } = preparedEvent;
  const event = { requestContext: { connectionId, requestId: key }, ...rest };

  const response = await (handler as Handler)(event as unknown as APIGatewayProxyWebsocketEventV2, {} as Context);
  if (response?.statusCode !== 200) throw new Error(`${key}: ${JSON.stringify(response)}`);
}
