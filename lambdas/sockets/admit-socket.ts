import { allowedFor } from '../table/conduct.ts';
import {
  HANDSHAKE_MS,
  type OpenSocket,
  readLastSocket,
  readSockets,
  registerSocket,
  unregisterSocket,
} from '../table/socket.ts';
import type { TicketHolder } from '../table/ticket.ts';
import { closeSocket, tryCloseConnection } from './close-sockets.ts';
import { TooManySockets } from './errors.ts';
import { sendToSocket } from './send-to-members.ts';

/** The decision on a handshake: accepted, or the reason for which it is rejected. */
export type Admission = 'registered' | 'sessionEnded' | 'tooMany';

/**
 * Registers a new socket of a member. First closes two kinds of sockets:
 *
 * - sockets of ended sessions, which are still open if the end of the sessions failed halfway;
 * - the member's oldest sockets beyond their limit, because old registrations may belong to sockets whose `$disconnect`
 *   was lost. A page whose socket is closed reconnects when the member returns to the page.
 *
 * The number of registrations never exceeds the limit. A registration fails if another socket was registered after the
 * registrations were read, so no two handshakes take the same place. No handshake takes the place of another handshake,
 * because API Gateway can't close a socket during its handshake. So every registered socket opens. A handshake is
 * rejected if all places belong to other handshakes, or if it was overtaken and no place is left. See
 * docs/adr/0067-limit-of-open-sockets.md.
 */
export async function admitSocket(holder: TicketHolder, connectionId: string): Promise<Admission> {
  const { userId } = holder;
  const maxSockets = allowedFor('sockets', holder);

  for (let isFirstAttempt = true; ; isFirstAttempt = false) {
    // The order matters: the sockets then include all sockets that were registered up to the last one.
    const lastSocket = await readLastSocket(userId);
    const sockets = await closeEndedSockets(holder, await readSockets(userId));

    const excess = sockets.length + 1 - maxSockets;
    if (excess > 0) {
      // Otherwise, concurrent handshakes would close each other's sockets in turn.
      if (!isFirstAttempt) return 'tooMany';
      if (!(await closeOldestSockets(userId, sockets, excess))) return 'tooMany';
    }

    const result = await registerSocket(holder, connectionId, { lastSocket });
    if (result !== 'overtaken') return result;
  }
}

/** Closes sockets that were opened before the member's sessions were ended. Returns the other sockets. */
async function closeEndedSockets(
  { userId, tokensValidFrom = 0 }: TicketHolder,
  sockets: readonly OpenSocket[],
): Promise<OpenSocket[]> {
  const isEnded = ({ openedAt }: OpenSocket) => openedAt < tokensValidFrom * 1000;
  await Promise.all(sockets.filter(isEnded).map(({ connectionId }) => closeSocket(userId, connectionId)));
  return sockets.filter((socket) => !isEnded(socket));
}

/**
 * Closes the first sockets that can be closed.
 *
 * @returns false if fewer than `count` can be closed
 */
async function closeOldestSockets(userId: string, sockets: readonly OpenSocket[], count: number): Promise<boolean> {
  let remaining = count;
  for (const socket of sockets) {
    if (remaining <= 0) break;
    if (await closeWithReason(userId, socket)) remaining -= 1;
  }

  return remaining <= 0;
}

/**
 * Sends the reason to a page whose socket is closed, closes the socket, and deletes its registration.
 *
 * @returns false if the socket's handshake may still be running, or API Gateway fails to close it
 */
async function closeWithReason(userId: string, { connectionId, openedAt }: OpenSocket): Promise<boolean> {
  const { code, message: error } = new TooManySockets();
  const isOpen = await sendToSocket(connectionId, { type: 'error', code, error });
  const result = isOpen ? await tryCloseConnection({ connectionId }) : 'gone';
  const isHandshakeRunning = result === 'gone' && openedAt > Date.now() - HANDSHAKE_MS;
  if (result === 'failed' || isHandshakeRunning) return false;

  await unregisterSocket(userId, connectionId);
  return true;
}
