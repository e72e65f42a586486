import { moveWatermark } from '../table/inbox.ts';
import { ConversationNotFound } from './errors.ts';
import { pushTo } from './push.ts';

/**
 * Notes that a member has read a conversation up to a message, and tells every open socket of both: the reader's other
 * tabs drop their badge, the other sees "Read". Repeated, it changes nothing.
 *
 * @throws ConversationNotFound when they have none with the other
 */
export async function markRead(readerId: string, userId: string, messageId: string): Promise<void> {
  const outcome = await moveWatermark(readerId, userId, messageId);
  if (outcome === 'missing') throw new ConversationNotFound();
  if (outcome === 'moved') await pushTo([readerId, userId], { type: 'read', readerId, userId, messageId });
}
