import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { hashCaller } from '../platform/caller-hash.ts';
import { logger } from '../platform/logger.ts';
import { findSocketOwner, unregisterSocket } from '../table/socket.ts';
import { redeemTicket } from '../table/ticket.ts';
import { type Admission, admitSocket } from './admit-socket.ts';
import { reportFailures } from './socket-failure.ts';

/** API Gateway includes the query of the handshake in the event, but the type of the event lacks it. */
type Handshake = APIGatewayProxyWebsocketEventV2 & { readonly queryStringParameters?: Record<string, string> };

/** The HTTP status of a handshake by its admission. */
const STATUS: Readonly<Record<Admission, number>> = { registered: 200, sessionEnded: 401, tooMany: 429 };

/**
 * `$connect`: registers a socket for a valid ticket, unless the member's sessions were ended after the ticket's token
 * was issued. First closes the member's oldest sockets beyond their limit. API Gateway rejects the handshake on any
 * status except 200.
 */
export const connect = reportFailures('$connect', async (event) => {
  const { queryStringParameters, requestContext } = event as Handshake;
  const { requestId, connectionId } = requestContext;

  const holder = await redeemTicket(queryStringParameters?.ticket ?? '');
  if (!holder) {
    logger.info('socket', { connected: false, requestId });
    return { statusCode: 401 };
  }

  const [caller, admission] = await Promise.all([hashCaller(holder.userId), admitSocket(holder, connectionId)]);
  logger.info('socket', { connected: admission === 'registered', caller, requestId });

  return { statusCode: STATUS[admission] };
});

/** `$disconnect`: deletes the registration of a socket. API Gateway sends this event on a best-effort basis. */
export const disconnect = reportFailures('$disconnect', async ({ requestContext: { connectionId } }) => {
  const userId = await findSocketOwner(connectionId);
  if (userId !== undefined) await unregisterSocket(userId, connectionId);
  return { statusCode: 200 };
});
