import type { APIGatewayProxyWebsocketHandlerV2 } from 'aws-lambda';
import { socketActions } from '../../shared/contract/socket.ts';
import { post } from './push.ts';

/** Whatever is no known action: said so, and nothing done. */
export const handler: APIGatewayProxyWebsocketHandlerV2 = async ({ requestContext: { connectionId } }) => {
  const error = `A frame is JSON with an action: ${Object.keys(socketActions).join(', ')}.`;
  await post(connectionId, { type: 'error', code: 'InvalidInput', error });
  return { statusCode: 200 };
};
