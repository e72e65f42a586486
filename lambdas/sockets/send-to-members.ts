import { GoneException, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi';
import type { ServerFrame } from '../../shared/contract/socket-frames.ts';
import { logger } from '../platform/logger.ts';
import { countMetric } from '../platform/metrics.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { readConnections, unregisterGoneSocket } from '../table/socket.ts';
import { managementClient } from './management-client.ts';

/**
 * Sends a frame to every open socket of these members, best effort.
 *
 * Never throws: the data is already stored, and clients fetch what they missed when they reconnect. Deletes the
 * registration of sockets that API Gateway reports as gone (410).
 */
export async function sendToMembers(userIds: readonly string[], frame: ServerFrame): Promise<void> {
  const results = await Promise.allSettled(userIds.map((userId) => sendToMember(userId, frame)));
  for (const result of results) {
    if (result.status === 'rejected') reportUnsent(result.reason, frame);
  }
}

/** Sends a member's new depth, in metres, to their own open sockets. */
export function sendDepth(userId: string, depth: number): Promise<void> {
  return sendToMembers([userId], { type: 'depth', depth });
}

/**
 * Sends a frame to every open socket of a member.
 *
 * @throws Error of the table if the member's sockets can't be read
 */
export async function sendToMember(userId: string, frame: ServerFrame): Promise<void> {
  const connectionIds = await readConnections(userId);
  await Promise.all(
    connectionIds.map(async (connectionId) => {
      if (!(await sendToSocket(connectionId, frame))) await unregisterGoneSocket(userId, connectionId);
    }),
  );
}

/**
 * Sends a frame to one socket.
 *
 * @returns false if the socket is gone
 */
export async function sendToSocket(connectionId: string, frame: ServerFrame): Promise<boolean> {
  try {
    await managementClient().send(
      new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(JSON.stringify(frame)) }),
    );
  } catch (error) {
    if (error instanceof GoneException) return false;
    reportUnsent(error as Error, frame);
  }

  return true;
}

/**
 * Logs a frame that wasn't sent. An error that no retry repairs, such as a missing permission, concerns more than one
 * frame, so it counts as a failure of the socket API, which has an alarm.
 */
function reportUnsent(error: Error, { type }: ServerFrame): void {
  if (isTransient(error)) {
    logger.warn('Socket frame not sent', { error, type });
    return;
  }

  logger.error('Socket frame refused', { error, type });
  countMetric('socketFailures');
}
