import type { ServerFrame } from '../../shared/contract/socket.ts';
import { sendToMembers } from '../sockets/send-to-members.ts';
import { getInboxRow } from '../table/inbox.ts';
import type { ActionInput } from './socket-route.ts';

/** Sends a typing hint to a member, if the two have a conversation. */
export async function typing(userId: string, { recipientId }: ActionInput<'typing'>): Promise<void> {
  const row = await getInboxRow(userId, recipientId);
  if (row) await sendToMembers([recipientId], { type: 'typing', userId, previousId: row.lastMessageId });
}

/** Responds to a ping, which keeps the socket open: API Gateway closes sockets that are idle for ten minutes. */
export async function ping(): Promise<ServerFrame> {
  return { type: 'pong' };
}
