import { sendToMembers } from '../sockets/send-to-members.ts';
import type { ActionInput } from '../sockets/socket-route.ts';
import { getInboxRow } from '../table/inbox.ts';

/** Sends a typing hint to a member, if the two have a conversation. */
export async function typing(userId: string, { recipientId }: ActionInput<'typing'>): Promise<void> {
  const row = await getInboxRow(userId, recipientId);
  if (row) await sendToMembers([recipientId], { type: 'typing', userId, previousId: row.lastMessageId });
}
