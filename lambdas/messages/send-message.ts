import { incrementBase32, ulid } from 'ulid';
import type { Message } from '../../shared/contract/messages.ts';
import { profileForViewer } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { Conflict, DepthTooLow, InvalidInput } from '../platform/errors.ts';
import { sendToMember, sendToMembers } from '../sockets/send-to-members.ts';
import { getInboxRow, type InboxRow, recordInInbox } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { findSentMessage, putMessage, type StoredMessage } from '../table/message.ts';
import { transact } from '../table/transaction.ts';
import { presentMessage } from './read-conversation.ts';
import { nextSendRate } from './send-rate.ts';
import type { ActionInput } from './socket-route.ts';

type Outgoing = ActionInput<'sendMessage'>;

/**
 * Stores a message with both participants' inbox rows in one transaction, then sends it to every open socket of both.
 *
 * A `clientMessageId` is stored once. Message IDs increase within a conversation, so a client can request all messages
 * after one that it has.
 *
 * @throws InvalidInput if the recipient is the sender
 * @throws UserNotFound if the recipient doesn't exist
 * @throws DepthTooLow if it would start a conversation with a member above the sender
 * @throws TooManyMessages if more than MESSAGES_PER_SECOND were sent in this second
 * @throws Conflict if its `clientMessageId` was used for different text
 */
export async function sendMessage(senderId: string, outgoing: Outgoing): Promise<void> {
  const { recipientId, clientMessageId } = outgoing;
  if (recipientId === senderId) throw new InvalidInput("You can't message yourself.");
  let row = await checkMayWrite(senderId, recipientId);
  const conversation = conversationId(senderId, recipientId);
  let message: StoredMessage | undefined;
  let firstAttempt = true;
  const cancelled = await transact(
    async () => {
      // Reuse the row already read for the first attempt; the write's condition detects staleness.
      if (!firstAttempt) row = await getInboxRow(senderId, recipientId);
      firstAttempt = false;
      const sending = nextSendRate(row);
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
        recordInInbox({ userId: senderId, otherId: recipientId }, message, row?.lastMessageId, sending),
        recordInInbox({ userId: recipientId, otherId: senderId }, message, row?.lastMessageId),
      ];
    },
    // Retry if another message was stored after the row was read, and this one was not.
    ({ failed: [, duplicate, ...rows] }) => duplicate === false && rows.includes(true),
  );
  if (cancelled) return resendStored(conversation, senderId, outgoing);
  await sendFrames(presentMessage(message!), [recipientId]);
}

/**
 * Checks that the sender may message the recipient: always within an existing conversation, otherwise only members at
 * or below the sender. See docs/product.md#messages.
 *
 * @returns the sender's inbox row, or undefined for a new conversation
 */
async function checkMayWrite(senderId: string, recipientId: string): Promise<InboxRow | undefined> {
  const [{ missingMetres }, row] = await Promise.all([
    profileForViewer(loadViewer({ userId: senderId }), recipientId),
    getInboxRow(senderId, recipientId),
  ]);
  if (!row && missingMetres > 0) throw new DepthTooLow(missingMetres);
  return row;
}

/**
 * Sends the stored message again, because the sender repeated the request. The first attempt may have failed before it
 * sent any frame, so a recipient who hasn't read the message receives it too. Clients drop duplicates.
 */
async function resendStored(conversation: string, senderId: string, outgoing: Outgoing): Promise<void> {
  const { recipientId, clientMessageId, content } = outgoing;
  const [stored, recipientRow] = await Promise.all([
    findSentMessage(conversation, senderId, clientMessageId),
    getInboxRow(recipientId, senderId),
  ]);
  if (stored?.content !== content) throw new Conflict('This message ID was already used for different text.');
  const isRead = recipientRow?.readUpTo !== undefined && recipientRow.readUpTo >= stored.messageId;
  await sendFrames(presentMessage(stored), isRead ? [] : [recipientId]);
}

/**
 * Sends a stored message to every open socket of these recipients, then of its sender.
 *
 * The order matters: if the recipient's sockets can't be read, the sender gets an error frame instead of `sent`, and
 * repeats the request.
 */
async function sendFrames(message: Message, recipientIds: readonly string[]): Promise<void> {
  for (const recipientId of recipientIds) await sendToMember(recipientId, { type: 'message', message });
  await sendToMembers([message.sender], { type: 'sent', message });
}

function nextMessageId(last: string | undefined): string {
  const id = ulid();
  return last === undefined || id > last ? id : incrementBase32(last);
}
