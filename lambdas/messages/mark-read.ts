import type { ServerFrame } from '../../shared/contract/socket-frames.ts';
import { NotFound } from '../platform/errors.ts';
import { sendToMembers } from '../sockets/send-to-members.ts';
import type { ActionInput } from '../sockets/socket-route.ts';
import { moveWatermark } from '../table/inbox.ts';

/**
 * Moves a member's watermark to a message. The watermark is the newest message that the member has read in a
 * conversation. Idempotent.
 *
 * Sends the stored watermark to every open socket of both participants. The reader's other tabs then remove their
 * badge, and the partner sees "Read".
 *
 * @returns the frame that confirms the report, if the watermark didn't move
 * @throws NotFound if the conversation doesn't exist
 */
export async function markRead(
  readerId: string,
  { userId, messageId }: ActionInput<'markRead'>,
): Promise<ServerFrame | undefined> {
  const watermark = await moveWatermark(readerId, userId, messageId);
  if (!watermark) throw new NotFound('conversation');

  // Sends the stored ID. The reported ID could be after every message, and all future messages would look read.
  const frame: ServerFrame = { type: 'read', readerId, userId, messageId: watermark.readUpTo };
  // The reader's page repeats its report until it receives this frame.
  if (watermark.outcome === 'unmoved') return frame;

  await sendToMembers([readerId, userId], frame);
  return undefined;
}
