import { allowedFor } from '../table/conduct.ts';
import {
  HANDSHAKE_MS,
  type OpenSocket,
  readLastSocket,
  readSockets,
  registerSocket,
  type TicketHolder,
  unregisterSocket,
} from '../table/socket.ts';
import { closeSocket, disconnectIfPossible } from './close-sockets.ts';
import { TooManySockets } from './errors.ts';
import { sendToSocket } from './send-to-members.ts';

/** Why a handshake is accepted or rejected. */
export type Admission = 'registered' | 'sessionEnded' | 'tooMany';

/**
 * Registers a new socket of a member. Before, closes sockets of ended sessions that are still open, because ending them failed
 * halfway; and the member's oldest sockets beyond their limit. The oldest, because some
 * registrations are of sockets whose `$disconnect` was lost. A page whose socket is closed reconnects when its member
 * returns to it.
 *
 * The number of registrations never exceeds the limit. A registration fails if another socket was registered after the
 * registrations were read, so no two handshakes take the same place. And no handshake takes the place of another one,
 * because API Gateway can't close a socket during its handshake, so every registered socket opens. A handshake is rejected
 * if all places belong to others, or if it was overtaken and no place is left. See docs/adr/0028-limits-by-standing.md.
 */
export async function admitSocket(holder: TicketHolder, connectionId: string): Promise<Admission> {
  const { userId } = holder;
  const maxSockets = allowedFor('sockets', holder);

  for (let isFirst = true; ; isFirst = false) {
    // In this order: the sockets include all that were registered up to the last one.
    const lastSocket = await readLastSocket(userId);
    const sockets = await closeEnded(holder, await readSockets(userId));

    const excess = sockets.length + 1 - maxSockets;
    // Once only. Otherwise handshakes that run concurrently close each other's sockets in turn.
    if (excess > 0 && !(isFirst && (await closeOldest(userId, sockets, excess)))) return 'tooMany';
    const result = await registerSocket(holder, connectionId, { lastSocket });
    if (result !== 'overtaken') return result;
  }
}

/** Closes sockets that were opened before the member's sessions were ended. Returns the others. */
async function closeEnded(
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
async function closeOldest(userId: string, sockets: readonly OpenSocket[], count: number): Promise<boolean> {
  let remaining = count;
  for (const socket of sockets) {
    if (remaining <= 0) break;
    if (await closeWithReason(userId, socket)) remaining -= 1;
  }
  return remaining <= 0;
}

/**
 * Tells a page why its socket is closed, closes it, and deletes its registration.
 *
 * @returns false if the socket's handshake may still be running, or API Gateway fails to close it
 */
async function closeWithReason(userId: string, { connectionId, openedAt }: OpenSocket): Promise<boolean> {
  const { code, message: error } = new TooManySockets();
  const isOpen = await sendToSocket(connectionId, { type: 'error', code, error });
  const result = isOpen ? await disconnectIfPossible({ connectionId }) : 'gone';
  if (result === 'failed' || (result === 'gone' && openedAt > Date.now() - HANDSHAKE_MS)) return false;
  await unregisterSocket(userId, connectionId);
  return true;
}
