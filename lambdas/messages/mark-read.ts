import type { ServerFrame } from '../../shared/contract/socket-frames.ts';
import { NotFound } from '../platform/errors.ts';
import { sendToMembers } from '../sockets/send-to-members.ts';
import type { ActionInput } from '../sockets/socket-route.ts';
import { moveWatermark } from '../table/inbox.ts';

/**
 * Moves a member's watermark to a message, and sends the stored watermark to every open socket of both participants: the
 * reader's other tabs remove their badge, and the partner sees "Read". Idempotent.
 *
 * @returns the frame that confirms the report, if the watermark was already there
 * @throws NotFound if the conversation doesn't exist
 */
export async function markRead(
  readerId: string,
  { userId, messageId }: ActionInput<'markRead'>,
): Promise<ServerFrame | undefined> {
  const moved = await moveWatermark(readerId, userId, messageId);
  if (!moved) throw new NotFound('conversation');
  // Not the reported ID: it could be after every message, and the partner would see all future messages as read.
  const frame: ServerFrame = { type: 'read', readerId, userId, messageId: moved.readUpTo };
  // The reader's page repeats its report until it receives this frame.
  if (moved.outcome === 'unmoved') return frame;
  await sendToMembers([readerId, userId], frame);
  return undefined;
}
