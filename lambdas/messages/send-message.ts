import { incrementBase32, ulid } from 'ulid';
import type { Message } from '../../shared/contract/messages.ts';
import { profileForViewer } from '../access/profiles.ts';
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
 * @throws TooManyMessages if more than MESSAGES_PER_SECOND were sent in this second, or too many in this minute
 * @throws LimitReached if the sender has started too many conversations today
 * @throws Conflict if its `clientMessageId` was used for different text
 */
export async function sendMessage(senderId: string, outgoing: Outgoing): Promise<void> {
  const { recipientId, clientMessageId } = outgoing;
  if (recipientId === senderId) throw new InvalidInput('message-yourself');

  const sender = loadSocketViewer(senderId);
  let row = await checkMayWrite(sender, senderId, recipientId);
  const { createdAt } = await sender;
  const conversation = conversationId(senderId, recipientId);
  let message: StoredMessage | undefined;
  let firstAttempt = true;
  let limits: Claim | undefined;
  const cancelled = await transact(
    async () => {
      // Reuse the row already read for the first attempt; the write's condition detects staleness.
      if (!firstAttempt) row = await getInboxRow(senderId, recipientId);
      firstAttempt = false;

      const sending = nextSendRate(row);
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
        buildInboxUpdate({ userId: senderId, otherId: recipientId }, message, row?.lastMessageId, sending),
        buildInboxUpdate({ userId: recipientId, otherId: senderId }, message, row?.lastMessageId),
        ...limits.counts,
      ];
    },
    // Retry if another message was stored after the row was read, and this one was not.
    ({ failed: [, duplicate, ...rows] }) => duplicate === false && rows.slice(0, 2).includes(true),
  );
  if (cancelled && !cancelled.failed[1]) throw toError(await limits!.refusal());
  if (cancelled) return resendStored(conversation, senderId, outgoing);
  await sendFrames(presentMessage(message!), [recipientId], row?.lastMessageId);
}

/**
 * Checks that the sender may message the recipient: always within an existing conversation, otherwise only members at
 * or below the sender. See docs/product.md#messages.
 *
 * @returns the sender's inbox row, or undefined for a new conversation
 */
async function checkMayWrite(
  sender: Promise<CallingViewer>,
  senderId: string,
  recipientId: string,
): Promise<InboxRow | undefined> {
  const [{ missingMetres }, row] = await Promise.all([
    // Strongly consistent, so that nothing is sent to a member who has just left or risen.
    profileForViewer(sender, recipientId, { consistent: true }),
    getInboxRow(senderId, recipientId),
  ]);
  if (!row && missingMetres > 0) throw new DepthTooLow(missingMetres);
  return row;
}

/** A page sends the message again after a minute's limit, but not after a day's. */
function toError(refusal: LimitReached): Error {
  return refusal.limit === 'messages' ? new TooManyMessages(refusal) : refusal;
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
  if (stored?.content !== content) throw new Conflict('message');
  const isRead = recipientRow?.readUpTo !== undefined && recipientRow.readUpTo >= stored.messageId;
  await sendFrames(presentMessage(stored), isRead ? [] : [recipientId]);
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

function nextMessageId(last: string | undefined): string {
  const id = ulid();
  return last === undefined || id > last ? id : incrementBase32(last);
}
