import type { Response } from '../../shared/contract/endpoint.ts';
import type { messages } from '../../shared/contract/messages.ts';
import { TICKET_SECONDS } from '../../shared/depth/limits.ts';
import { loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { issueTicket } from '../table/socket.ts';

/** Issues a ticket that opens one WebSocket for the caller. */
export async function createTicket(caller: Caller): Promise<Response<typeof messages.ticket>> {
  const { createdAt } = await loadViewer(caller);
  return { ticket: await issueTicket({ ...caller, createdAt }), expiresInSeconds: TICKET_SECONDS };
}
