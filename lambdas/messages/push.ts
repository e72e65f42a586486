import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { ServerFrame } from '../../shared/contract/socket.ts';
import { setting } from '../platform/config.ts';
import { logger } from '../platform/logger.ts';
import { closeSocket, socketsOf } from '../table/socket.ts';

let client: ApiGatewayManagementApiClient | undefined;

function connections(): ApiGatewayManagementApiClient {
  client ??= new ApiGatewayManagementApiClient({
    endpoint: managementEndpoint(setting('SOCKET_URL'), process.env.AWS_ENDPOINT_URL),
  });
  return client;
}

/**
 * The management endpoint of the WebSocket API is the API's own address, by HTTP. Where the SDK's standard variable
 * puts all of AWS at one address, as emulators do, that host is a name which nothing resolves: the API is a path there.
 */
export function managementEndpoint(socketUrl: string, awsUrl: string | undefined): string {
  if (!awsUrl) return socketUrl.replace(/^ws/, 'http');
  const { hostname, pathname } = new URL(socketUrl);
  return `${awsUrl.replace(/\/$/, '')}/_aws/execute-api/${hostname.split('.', 1)[0]}${pathname}`;
}

/**
 * Sends a frame to every open socket of some members. Nothing is lost when it does not arrive: whoever was not reached
 * asks for what they missed when they are back. So it never fails, for what is told has been done already; sockets that
 * have ended are forgotten.
 */
export async function pushTo(userIds: readonly string[], frame: ServerFrame): Promise<void> {
  const told = await Promise.allSettled(userIds.map((userId) => tell(userId, frame)));
  for (const one of told) {
    if (one.status === 'rejected') logger.warn('A member was not told', { error: one.reason, type: frame.type });
  }
}

async function tell(userId: string, frame: ServerFrame): Promise<void> {
  const sockets = await socketsOf(userId);
  await Promise.all(
    sockets.map(async (connectionId) => {
      if (!(await post(connectionId, frame))) await closeSocket(userId, connectionId);
    }),
  );
}

/**
 * Sends a frame to one socket.
 *
 * @returns false when the socket has ended
 */
export async function post(connectionId: string, frame: ServerFrame): Promise<boolean> {
  try {
    await connections().send(
      new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(JSON.stringify(frame)) }),
    );
  } catch (error) {
    if (error instanceof GoneException) return false;
    logger.warn('A frame was not sent', { error: error as Error, type: frame.type });
  }
  return true;
}
