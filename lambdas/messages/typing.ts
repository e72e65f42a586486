import type { ServerFrame } from '../../shared/contract/socket.ts';
import { sendToMembers } from '../sockets/send-to-members.ts';
import { getInboxRow } from '../table/inbox.ts';
import type { ActionInput } from './socket-route.ts';

/** Sends a typing hint. Only members who have a conversation with the sender receive it. */
export async function typing(userId: string, { recipientId }: ActionInput<'typing'>): Promise<void> {
  if (await getInboxRow(userId, recipientId)) await sendToMembers([recipientId], { type: 'typing', userId });
}

/** Responds to a ping. API Gateway closes sockets that are idle for ten minutes. */
export async function ping(): Promise<ServerFrame> {
  return { type: 'pong' };
}
