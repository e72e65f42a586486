import { DeleteConnectionCommand, GoneException } from '@aws-sdk/client-apigatewaymanagementapi';
import { readOptionalSetting } from '../platform/config.ts';
import { logger } from '../platform/logger.ts';
import { sortIdOf } from '../table/item-types.ts';
import { readMemberRows } from '../table/member-partition.ts';
import { unregisterSocket } from '../table/socket.ts';
import { managementClient } from './management-client.ts';

/** Number of sockets that are closed concurrently. */
const PAGE_SIZE = 25;

/**
 * Closes all of a member's open sockets, and deletes their registrations.
 *
 * If API Gateway doesn't close a socket, it stays open without a registration. The socket then receives no frames.
 * Its next frame from the page is refused, which closes the socket.
 *
 * @throws the error of the table if a registration can't be read or deleted; a repeated call closes the remaining
 *   sockets
 */
export async function closeSockets(userId: string): Promise<void> {
  // Always reads the first page, because closing a socket deletes its row.
  for (;;) {
    const { rows, next } = await readMemberRows(userId, 'memberSocket', PAGE_SIZE);
    await Promise.all(rows.map((row) => closeSocket(userId, sortIdOf('memberSocket', row))));
    if (!next) return;
  }
}

/** Closes one socket of a member, best effort, and deletes its registration. */
export async function closeSocket(userId: string, connectionId: string): Promise<void> {
  const functionName = readOptionalSetting('CLOSE_FUNCTION_NAME');
  if (functionName) await requestClose(functionName, { connectionId });
  else await tryCloseConnection({ connectionId });

  await unregisterSocket(userId, connectionId);
}

/** A request to close a socket, for another function, because the caller can't reach sockets. */
export interface CloseRequest {
  readonly connectionId: string;
}

async function requestClose(functionName: string, request: CloseRequest): Promise<void> {
  try {
    const { invokeFunction } = await import('../platform/invoke-function.ts');
    await invokeFunction(functionName, request);
  } catch (error) {
    logger.warn('Socket not closed', { error: error as Error });
  }
}

/**
 * Closes the connection of a socket, best effort.
 *
 * @returns 'failed' if API Gateway doesn't close it; otherwise the result of {@link closeConnection}
 */
export async function tryCloseConnection(request: CloseRequest): Promise<'closed' | 'gone' | 'failed'> {
  try {
    return await closeConnection(request);
  } catch (error) {
    logger.warn('Socket not closed', { error: error as Error });
    return 'failed';
  }
}

/**
 * Closes the connection of a socket. Doesn't delete the socket's registration.
 *
 * @returns 'gone' if the socket is already closed, or if its handshake isn't complete
 * @throws the error of API Gateway
 */
export async function closeConnection({ connectionId }: CloseRequest): Promise<'closed' | 'gone'> {
  try {
    await managementClient().send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
    return 'closed';
  } catch (error) {
    if (error instanceof GoneException) return 'gone';
    throw error;
  }
}
