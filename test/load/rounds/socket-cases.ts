import type { APIGatewayProxyStructuredResultV2, APIGatewayProxyWebsocketEventV2, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import * as routes from '../../../lambdas/socket-routes.ts';
import { socketRoute } from '../../../lambdas/sockets/socket-route.ts';
import { issueTicket } from '../../../lambdas/table/socket.ts';
import { type SocketAction, type SocketRoute, socketActions } from '../../../shared/contract/socket-frames.ts';
import { newConversation, newMember, OTHER, openSocket } from './community.ts';

/** One event of a socket route, whose rounds are counted. */
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

const ROUTES: Readonly<Record<string, unknown>> = routes;

/** One case: a frame of a member with an open socket. */
function frame(build: (userId: string) => object | Promise<object>, label?: string): SocketCase {
  return {
    ...(label !== undefined && { label }),
    prepare: async () => {
      const { userId } = await newMember();
      const connectionId = await openSocket(userId);
      return { connectionId, body: JSON.stringify(await build(userId)) };
    },
  };
}

const message = () => ({ action: 'sendMessage', clientMessageId: ulid(), recipientId: OTHER, content: 'Ahoy' });

/** Every route of the WebSocket API, with the events whose rounds are counted. A missing route is a type error. */
export const SOCKET_CASES: { readonly [R in SocketRoute['key']]: readonly SocketCase[] } = {
  $connect: [
    {
      prepare: async () => {
        const { userId } = await newMember();
        const ticket = await issueTicket({ userId, issuedAt: Math.floor(Date.now() / 1000) });
        return { connectionId: ulid(), queryStringParameters: { ticket } };
      },
    },
  ],
  $disconnect: [frame(() => ({}))],
  $default: [frame(() => ({ action: 'unknown' }))],
  sendMessage: [
    frame(message, 'the first of a conversation'),
    frame(async (userId) => {
      await newConversation(userId, OTHER);
      return message();
    }),
  ],
  markRead: [
    frame(async (userId) => ({
      action: 'markRead',
      userId: OTHER,
      messageId: await newConversation(userId, OTHER),
    })),
  ],
  typing: [
    frame(async (userId) => {
      await newConversation(userId, OTHER);
      return { action: 'typing', recipientId: OTHER };
    }),
  ],
  ping: [frame(() => ({ action: 'ping' }))],
};

type Handler = (
  event: APIGatewayProxyWebsocketEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2 | undefined>;

/**
 * Calls the function of a route in this process, as API Gateway does.
 *
 * @throws Error with the response unless its status is 200. Rejected frames have this status, too: check the frames
 */
export async function callRoute({ key, handler: name }: SocketRoute, preparedEvent: PreparedEvent): Promise<void> {
  const run = ROUTES[name] as never;
  const handler = key in socketActions ? socketRoute(key as SocketAction, run) : (run as Handler);
  const { connectionId, ...rest } = preparedEvent;
  const event = { requestContext: { connectionId, requestId: key }, ...rest };
  const response = await (handler as Handler)(event as unknown as APIGatewayProxyWebsocketEventV2, {} as Context);
  if (response?.statusCode !== 200) throw new Error(`${key}: ${JSON.stringify(response)}`);
}
