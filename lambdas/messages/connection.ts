import type { APIGatewayProxyWebsocketEventV2, APIGatewayProxyWebsocketHandlerV2 } from 'aws-lambda';
import { socketActions } from '../../shared/contract/socket.ts';
import { logger } from '../platform/logger.ts';
import { sendToSocket } from '../sockets/send-to-members.ts';
import { closeSocket, openSocket, redeemTicket, socketOwner } from '../table/socket.ts';

/** API Gateway passes the query of the handshake to this route, which the type of its events lacks. */
type Handshake = APIGatewayProxyWebsocketEventV2 & { readonly queryStringParameters?: Record<string, string> };

/** `$connect`: opens a socket for a valid ticket. Any status but 200 refuses the handshake. */
export const connect: APIGatewayProxyWebsocketHandlerV2 = async (event) => {
  const { queryStringParameters, requestContext } = event as Handshake;
  const userId = await redeemTicket(queryStringParameters?.ticket ?? '');
  logger.info('socket', { connected: userId !== undefined, requestId: requestContext.requestId });
  if (userId === undefined) return { statusCode: 401 };
  await openSocket(userId, requestContext.connectionId);
  return { statusCode: 200 };
};

/** `$disconnect`: deletes the registration of a socket. API Gateway sends this event on a best-effort basis. */
export const disconnect: APIGatewayProxyWebsocketHandlerV2 = async ({ requestContext: { connectionId } }) => {
  const userId = await socketOwner(connectionId);
  if (userId !== undefined) await closeSocket(userId, connectionId);
  return { statusCode: 200 };
};

/** `$default`: responds to unknown actions with an error frame. */
export const unknownAction: APIGatewayProxyWebsocketHandlerV2 = async ({ requestContext: { connectionId } }) => {
  const error = `A frame is JSON with an action: ${Object.keys(socketActions).join(', ')}.`;
  await sendToSocket(connectionId, { type: 'error', code: 'InvalidInput', error });
  return { statusCode: 200 };
};
