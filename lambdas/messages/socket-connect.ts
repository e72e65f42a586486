import type { APIGatewayProxyWebsocketEventV2, APIGatewayProxyWebsocketHandlerV2 } from 'aws-lambda';
import { logger } from '../platform/logger.ts';
import { openSocket, redeemTicket } from '../table/socket.ts';

/** API Gateway gives this route the query of the handshake; the type of its events does not know that. */
type Handshake = APIGatewayProxyWebsocketEventV2 & { readonly queryStringParameters?: Record<string, string> };

/** Opens a socket for whoever brings a good ticket. Any answer but 200 refuses the handshake. */
export const handler: APIGatewayProxyWebsocketHandlerV2 = async (event) => {
  const { queryStringParameters, requestContext } = event as Handshake;
  const userId = await redeemTicket(queryStringParameters?.ticket ?? '');
  logger.info('socket', { connected: userId !== undefined, requestId: requestContext.requestId });
  if (userId === undefined) return { statusCode: 401 };
  await openSocket(userId, requestContext.connectionId);
  return { statusCode: 200 };
};
