import { incrementBase32, ulid } from 'ulid';
import type { Message } from '../../shared/contract/messages.ts';
import { viewerOf } from '../account/viewer.ts';
import { Conflict, DepthTooLow, InvalidInput } from '../platform/errors.ts';
import { getInboxRow, type InboxRow, noteMessage } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { putMessage, type StoredMessage, sentBefore } from '../table/message.ts';
import { getProfile } from '../table/profile.ts';
import { transact } from '../table/transaction.ts';
import { UserNotFound } from '../users/errors.ts';
import { metresMissing } from '../users/open-profile.ts';
import { presentMessage } from './present-messages.ts';
import { pushTo } from './push.ts';
import { sendingNow } from './sending-rate.ts';

/** A message to be sent. */
export interface Outgoing {
  readonly clientMessageId: string;
  readonly recipientId: string;
  readonly content: string;
}

/**
 * Stores a message, once for its `clientMessageId`, with both participants' inbox rows, in one transaction; then tells
 * every open socket of both. Messages of one conversation are stored one after the other, each with a greater id:
 * whoever has seen one can ask for all that came after it.
 *
 * @param senderId - whose socket it came from
 * @throws InvalidInput when it is to oneself
 * @throws UserNotFound when there is no such member
 * @throws DepthTooLow when it would begin a conversation with somebody above the sender (decision 17)
 * @throws TooManyMessages when more than MESSAGES_PER_SECOND were sent in this second
 * @throws Conflict when its `clientMessageId` was used for another text
 */
export async function sendMessage(senderId: string, outgoing: Outgoing): Promise<Message> {
  const { recipientId, clientMessageId } = outgoing;
  if (recipientId === senderId) throw new InvalidInput('recipientId: you cannot write to yourself.');
  let row = await mayWrite(senderId, recipientId);
  const conversation = conversationId(senderId, recipientId);
  let message: StoredMessage | undefined;
  let fresh = true;
  const cancelled = await transact(
    async () => {
      // What was read a moment ago will do for the first attempt: its condition says whether it still holds.
      if (!fresh) row = await getInboxRow(senderId, recipientId);
      fresh = false;
      const sending = sendingNow(row);
      message = {
        messageId: nextMessageId(row?.lastMessageId),
        clientMessageId,
        conversation,
        sender: senderId,
        recipient: recipientId,
        content: outgoing.content,
        timestamp: new Date().toISOString(),
      };
      return [
        ...putMessage(message),
        noteMessage({ userId: senderId, otherId: recipientId }, message, row?.lastMessageId, sending),
        noteMessage({ userId: recipientId, otherId: senderId }, message, row?.lastMessageId),
      ];
    },
    // Something else was sent since the row was read, and not this.
    ({ failed: [, again, ...rows] }) => again === false && rows.includes(true),
  );
  if (cancelled) return repeated(conversation, senderId, outgoing);
  const sent = presentMessage(message!);
  await Promise.all([
    pushTo([senderId], { type: 'sent', message: sent }),
    pushTo([recipientId], { type: 'message', message: sent }),
  ]);
  return sent;
}

/**
 * Whoever has a conversation may go on with it; to begin one, the other must be at or below the sender's depth.
 *
 * @returns the sender's row of it, if there is one
 */
async function mayWrite(senderId: string, recipientId: string): Promise<InboxRow | undefined> {
  const [sender, row, recipient] = await Promise.all([
    viewerOf({ userId: senderId, username: senderId }),
    getInboxRow(senderId, recipientId),
    getProfile(recipientId),
  ]);
  if (!recipient) throw new UserNotFound();
  const missing = row ? 0 : metresMissing(sender, recipient);
  if (missing > 0) throw new DepthTooLow(missing);
  return row;
}

async function repeated(conversation: string, senderId: string, { clientMessageId, content }: Outgoing) {
  const before = await sentBefore(conversation, senderId, clientMessageId);
  if (before?.content !== content) throw new Conflict('This was sent before with other words.');
  const message = presentMessage(before);
  await pushTo([senderId], { type: 'sent', message });
  return message;
}

function nextMessageId(last: string | undefined): string {
  const fresh = ulid();
  return last === undefined || fresh > last ? fresh : incrementBase32(last);
}
