import { closeSocket } from '../sockets/close-sockets.ts';
import { sendToSocket } from '../sockets/send-to-members.ts';
import { allowedFor } from '../table/conduct.ts';
import { readSockets, type TicketHolder } from '../table/socket.ts';

/**
 * Closes a member's oldest sockets beyond their limit. The oldest, because some registrations are of sockets whose
 * `$disconnect` was lost. A page whose socket is closed reconnects when its member returns to it.
 *
 * Call it after the registration of a new socket. Of several that open at once, the last call finds all of them.
 *
 * @returns the IDs of the closed connections
 */
export async function limitSockets(holder: TicketHolder): Promise<string[]> {
  const connections = await readSockets(holder.userId);
  const excess = connections.slice(0, Math.max(0, connections.length - allowedFor('sockets', holder)));
  const error = 'Live updates are paused here, because you have Fathom open in too many places.';
  await Promise.all(
    excess.map(async (connectionId) => {
      await sendToSocket(connectionId, { type: 'error', code: 'TooManySockets', error });
      await closeSocket(holder.userId, connectionId);
    }),
  );
  return excess;
}
