import type { APIGatewayProxyWebsocketEventV2, APIGatewayProxyWebsocketHandlerV2 } from 'aws-lambda';
import { socketActions } from '../../shared/contract/socket.ts';
import { logger } from '../platform/logger.ts';
import { sendToSocket } from '../sockets/send-to-members.ts';
import { findSocketOwner, redeemTicket, registerSocket, unregisterSocket } from '../table/socket.ts';

/** API Gateway includes the query of the handshake in the event, but the type of the event lacks it. */
type Handshake = APIGatewayProxyWebsocketEventV2 & { readonly queryStringParameters?: Record<string, string> };

/** `$connect`: registers a socket for a valid ticket. API Gateway rejects the handshake on any status except 200. */
export const connect: APIGatewayProxyWebsocketHandlerV2 = async (event) => {
  const { queryStringParameters, requestContext } = event as Handshake;
  const userId = await redeemTicket(queryStringParameters?.ticket ?? '');
  logger.info('socket', { connected: userId !== undefined, requestId: requestContext.requestId });
  if (userId === undefined) return { statusCode: 401 };
  await registerSocket(userId, requestContext.connectionId);
  return { statusCode: 200 };
};

/** `$disconnect`: deletes the registration of a socket. API Gateway sends this event on a best-effort basis. */
export const disconnect: APIGatewayProxyWebsocketHandlerV2 = async ({ requestContext: { connectionId } }) => {
  const userId = await findSocketOwner(connectionId);
  if (userId !== undefined) await unregisterSocket(userId, connectionId);
  return { statusCode: 200 };
};

/** `$default`: responds to unknown actions with an error frame. */
export const unknownAction: APIGatewayProxyWebsocketHandlerV2 = async ({ requestContext: { connectionId } }) => {
  const error = `A frame must be JSON with one of these actions: ${Object.keys(socketActions).join(', ')}.`;
  await sendToSocket(connectionId, { type: 'error', code: 'InvalidInput', error });
  return { statusCode: 200 };
};
