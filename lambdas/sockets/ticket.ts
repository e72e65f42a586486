import type { Response } from '../../shared/contract/endpoint.ts';
import type { sockets } from '../../shared/contract/sockets.ts';
import { TICKET_SECONDS } from '../../shared/rules/limits.ts';
import { checkSession } from '../access/session.ts';
import type { Caller } from '../platform/identity.ts';
import { issueTicket } from '../table/ticket.ts';

/** Issues a ticket that opens one WebSocket for the caller. */
export async function createTicket(caller: Caller): Promise<Response<typeof sockets.ticket>> {
  const profile = await checkSession(caller);
  const { createdAt, tokensValidFrom } = profile ?? {};
  return { ticket: await issueTicket({ ...caller, createdAt, tokensValidFrom }), expiresInSeconds: TICKET_SECONDS };
}
