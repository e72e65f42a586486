import { incrementBase32, ulid } from 'ulid';
import { profileForViewer } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { Conflict, DepthTooLow, InvalidInput } from '../platform/errors.ts';
import { sendToMembers } from '../sockets/send-to-members.ts';
import { getInboxRow, type InboxRow, noteMessage } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { putMessage, type StoredMessage, sentBefore } from '../table/message.ts';
import { transact } from '../table/transaction.ts';
import { presentMessage } from './conversation.ts';
import { sendingNow } from './sending-rate.ts';
import type { ActionInput } from './socket-route.ts';

type Outgoing = ActionInput<'sendMessage'>;

/**
 * Stores a message with both participants' inbox rows in one transaction, then sends it to every open socket of both.
 *
 * A `clientMessageId` is stored once. Message ids increase within a conversation, so a client that has one message can
 * request everything after it.
 *
 * @throws InvalidInput if the recipient is the sender
 * @throws UserNotFound if there is no such member
 * @throws DepthTooLow if it would start a conversation with a member above the sender
 * @throws TooManyMessages if more than MESSAGES_PER_SECOND were sent in this second
 * @throws Conflict if its `clientMessageId` was used for different text
 */
export async function sendMessage(senderId: string, outgoing: Outgoing): Promise<void> {
  const { recipientId, clientMessageId } = outgoing;
  if (recipientId === senderId) throw new InvalidInput('recipientId: you cannot write to yourself.');
  let row = await mayWrite(senderId, recipientId);
  const conversation = conversationId(senderId, recipientId);
  let message: StoredMessage | undefined;
  let fresh = true;
  const cancelled = await transact(
    async () => {
      // Reuse the row already read for the first attempt; the write's condition detects staleness.
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
    // Retry if another message was stored since the row was read, and this one was not.
    ({ failed: [, again, ...rows] }) => again === false && rows.includes(true),
  );
  if (cancelled) return sendStored(conversation, senderId, outgoing);
  const sent = presentMessage(message!);
  await Promise.all([
    sendToMembers([senderId], { type: 'sent', message: sent }),
    sendToMembers([recipientId], { type: 'message', message: sent }),
  ]);
}

/**
 * Checks that the sender may write: members of an existing conversation always, otherwise members at or below the sender.
 *
 * @returns the sender's inbox row of the conversation, if there is one
 */
async function mayWrite(senderId: string, recipientId: string): Promise<InboxRow | undefined> {
  const [{ missingMetres }, row] = await Promise.all([
    profileForViewer(loadViewer({ userId: senderId }), recipientId),
    getInboxRow(senderId, recipientId),
  ]);
  if (!row && missingMetres > 0) throw new DepthTooLow(missingMetres);
  return row;
}

/** Sends the stored message again to a client that repeats it. */
async function sendStored(conversation: string, senderId: string, { clientMessageId, content }: Outgoing) {
  const before = await sentBefore(conversation, senderId, clientMessageId);
  if (before?.content !== content) throw new Conflict('This was sent before with other words.');
  await sendToMembers([senderId], { type: 'sent', message: presentMessage(before) });
}

function nextMessageId(last: string | undefined): string {
  const fresh = ulid();
  return last === undefined || fresh > last ? fresh : incrementBase32(last);
}
