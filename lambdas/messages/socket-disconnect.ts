import type { APIGatewayProxyWebsocketHandlerV2 } from 'aws-lambda';
import { closeSocket, socketOwner } from '../table/socket.ts';

/** Forgets a socket that has ended. API Gateway tries to tell of every end, and promises nothing. */
export const handler: APIGatewayProxyWebsocketHandlerV2 = async ({ requestContext: { connectionId } }) => {
  const userId = await socketOwner(connectionId);
  if (userId !== undefined) await closeSocket(userId, connectionId);
  return { statusCode: 200 };
};
