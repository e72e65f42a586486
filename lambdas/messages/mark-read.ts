import { sendToMembers } from '../sockets/send-to-members.ts';
import { moveWatermark } from '../table/inbox.ts';
import { ConversationNotFound } from './errors.ts';
import type { ActionInput } from './socket-route.ts';

/**
 * Moves a member's watermark to a message and sends it to every open socket of both participants: the reader's other
 * tabs remove their badge, and the partner sees "Read". Idempotent.
 *
 * @throws ConversationNotFound if the conversation doesn't exist
 */
export async function markRead(readerId: string, { userId, messageId }: ActionInput<'markRead'>): Promise<void> {
  const outcome = await moveWatermark(readerId, userId, messageId);
  if (outcome === 'missing') throw new ConversationNotFound();
  if (outcome === 'moved') await sendToMembers([readerId, userId], { type: 'read', readerId, userId, messageId });
}
