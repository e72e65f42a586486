import { incrementBase32, ulid } from 'ulid';
import type { Message } from '../../shared/contract/messages.ts';
import { loadProfileForViewer } from '../access/profiles.ts';
import { type CallingViewer, loadSocketViewer } from '../access/viewer.ts';
import { Conflict, DepthTooLow, InvalidInput, type LimitReached } from '../platform/errors.ts';
import { sendToMember, sendToMembers } from '../sockets/send-to-members.ts';
import type { ActionInput } from '../sockets/socket-route.ts';
import { type Claim, claim } from '../table/conduct.ts';
import { buildInboxUpdate, getInboxRow, type InboxRow } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { buildMessagePuts, findSentMessage, type StoredMessage } from '../table/message.ts';
import { transact } from '../table/transaction.ts';
import { presentMessage } from './conversation.ts';
import { TooManyMessages } from './errors.ts';
import { nextSendRate } from './send-rate.ts';

type OutgoingMessage = ActionInput<'sendMessage'>;

/**
 * Stores a message with both participants' inbox rows in one transaction, then sends it to every open socket of both.
 *
 * A `clientMessageId` is stored once. Message IDs increase within a conversation, so that a client can request all
 * messages after the last one that it has.
 *
 * @throws InvalidInput if the recipient is the sender
 * @throws UserNotFound if the recipient doesn't exist
 * @throws DepthTooLow if the message would start a conversation with a member above the sender
 * @throws TooManyMessages if more than MESSAGES_PER_SECOND were sent in this second, or too many in this minute
 * @throws LimitReached if the sender has started too many conversations today
 * @throws Conflict if the `clientMessageId` was used for different text
 */
export async function sendMessage(senderId: string, outgoing: OutgoingMessage): Promise<void> {
  const { recipientId, clientMessageId } = outgoing;
  if (recipientId === senderId) throw new InvalidInput('message-yourself');

  const sender = loadSocketViewer(senderId);
  let row = await loadSenderRow(sender, senderId, recipientId);
  const { createdAt } = await sender;
  const conversation = conversationId(senderId, recipientId);

  // Each attempt sets these. After the transaction, they have the values of the last attempt.
  let message: StoredMessage | undefined;
  let limits: Claim | undefined;
  let isFirstAttempt = true;

  const cancellation = await transact(
    async () => {
      // The first attempt reuses the row of the check; the write's condition detects staleness.
      if (!isFirstAttempt) row = await getInboxRow(senderId, recipientId);
      isFirstAttempt = false;

      const sendRate = nextSendRate(row);
      limits = claim({ userId: senderId, createdAt }, { messages: 1, ...(!row && { conversations: 1 }) });
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
        ...buildMessagePuts(message),
        buildInboxUpdate({ userId: senderId, otherId: recipientId }, message, row?.lastMessageId, sendRate),
        buildInboxUpdate({ userId: recipientId, otherId: senderId }, message, row?.lastMessageId),
        ...limits.limitWrites,
      ];
    },
    // Retries if another message was stored after the row was read, and this message was not. The list `failed` has the
    // order of the items above.
    ({ failed: [, isDuplicate, isSenderRowStale, isRecipientRowStale] }) =>
      isDuplicate === false && (isSenderRowStale === true || isRecipientRowStale === true),
  );

  if (!cancellation) return sendFrames(presentMessage(message!), [recipientId], row?.lastMessageId);

  const isDuplicate = cancellation.failed[1];
  if (isDuplicate) return resendStored(conversation, senderId, outgoing);
  throw toSendError(await limits!.buildLimitReached());
}

/**
 * Reads the sender's inbox row, and checks that the sender may message the recipient.
 *
 * Everyone may continue a conversation, but start one only with members at or below themselves. See
 * docs/product.md#messages.
 *
 * @returns the row, or undefined for a new conversation
 * @throws DepthTooLow if the sender may not start the conversation
 */
async function loadSenderRow(
  sender: Promise<CallingViewer>,
  senderId: string,
  recipientId: string,
): Promise<InboxRow | undefined> {
  const [{ missingMetres }, row] = await Promise.all([
    // Strongly consistent, so that no message is sent to a member who has just left or risen.
    loadProfileForViewer(sender, recipientId, { consistent: true }),
    getInboxRow(senderId, recipientId),
  ]);

  if (!row && missingMetres > 0) throw new DepthTooLow(missingMetres);
  return row;
}

/** Returns the error for an exceeded limit. It is transient for a limit per minute, so the page repeats the message. */
function toSendError(refusal: LimitReached): Error {
  return refusal.limit === 'messages' ? new TooManyMessages(refusal) : refusal;
}

/**
 * Sends the stored message again, because the sender repeated the request. The first attempt may have failed before it
 * sent any frame, so a recipient who hasn't read the message receives it too. Clients drop duplicates.
 */
async function resendStored(conversation: string, senderId: string, outgoing: OutgoingMessage): Promise<void> {
  const { recipientId, clientMessageId, content } = outgoing;
  const [storedMessage, recipientRow] = await Promise.all([
    findSentMessage(conversation, senderId, clientMessageId),
    getInboxRow(recipientId, senderId),
  ]);

  if (storedMessage?.content !== content) throw new Conflict('message');

  const isRead = recipientRow?.readUpTo !== undefined && recipientRow.readUpTo >= storedMessage.messageId;
  await sendFrames(presentMessage(storedMessage), isRead ? [] : [recipientId]);
}

/**
 * Sends a stored message to every open socket of these recipients, then of its sender.
 *
 * The order matters: if the recipient's sockets can't be read, the sender gets an error frame instead of `sent`, and
 * repeats the request.
 */
async function sendFrames(
  message: Message,
  recipientIds: readonly string[],
  previousId?: string | undefined,
): Promise<void> {
  for (const recipientId of recipientIds) await sendToMember(recipientId, { type: 'message', message, previousId });
  await sendToMembers([message.sender], { type: 'sent', message, previousId });
}

/** Returns an ID after the last message, even if the clock went back. */
function nextMessageId(lastId: string | undefined): string {
  const id = ulid();
  return lastId === undefined || id > lastId ? id : incrementBase32(lastId);
}
