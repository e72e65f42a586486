import { getInboxRow } from '../table/inbox.ts';
import { pushTo } from './push.ts';

/** Tells a member that another is typing to them: only who has a conversation with them is told. */
export async function announceTyping(userId: string, recipientId: string): Promise<void> {
  if (await getInboxRow(userId, recipientId)) await pushTo([recipientId], { type: 'typing', userId });
}

/**
 * Tells a member's open screens how deep they are now.
 *
 * @param depth - metres
 */
export function announceDepth(userId: string, depth: number): Promise<void> {
  return pushTo([userId], { type: 'depth', depth });
}
