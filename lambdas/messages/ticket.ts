import { messages } from '../../shared/contract/messages.ts';
import { TICKET_SECONDS } from '../../shared/depth/limits.ts';
import { viewerOf } from '../account/viewer.ts';
import { endpoint } from '../http/endpoint.ts';
import { issueTicket } from '../table/socket.ts';

export const handler = endpoint(messages.ticket, async ({ caller }) => {
  const { userId } = await viewerOf(caller);
  return { ticket: await issueTicket(userId), expiresInSeconds: TICKET_SECONDS };
});
