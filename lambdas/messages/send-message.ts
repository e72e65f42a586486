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
import { type TransactItem, transact } from '../table/transaction.ts';
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
  const { recipientId } = outgoing;
  if (recipientId === senderId) throw new InvalidInput('message-yourself');

  const pendingSender = loadSocketViewer(senderId);
  const checkedRow = await loadCheckedRow(pendingSender, senderId, recipientId);
  const sender = await pendingSender;

  // The last attempt of the transaction.
  let attempt: Attempt | undefined;
  const cancellation = await transact(
    async () => {
      // The first attempt reuses the row of the check; the write's condition detects staleness.
      const row = attempt ? await getInboxRow(senderId, recipientId) : checkedRow;
      attempt = buildAttempt(sender, outgoing, row);
      return attempt.items;
    },
    // Retries if another message was stored after the row was read, and this message was not.
    ({ failed: [, isDuplicate, isSenderRowStale, isRecipientRowStale] }) =>
      isDuplicate === false && (isSenderRowStale === true || isRecipientRowStale === true),
  );

  const { message, previousId, limits } = attempt!;
  if (!cancellation) return sendFrames(presentMessage(message), [recipientId], previousId);

  const isDuplicate = cancellation.failed[1];
  if (isDuplicate) return resendStoredMessage(message.conversation, senderId, outgoing);
  throw toSendError(await limits.buildLimitReached());
}

/** The data of one attempt to store a message. */
interface Attempt {
  readonly message: StoredMessage;
  /** The ID of the message before this one; undefined for the first message of a conversation. */
  readonly previousId: string | undefined;
  readonly limits: Claim;
  /** The items of the transaction. A cancellation names failed conditions in this order. */
  readonly items: TransactItem[];
}

/**
 * Builds the items that store a message.
 *
 * @param row - the sender's inbox row; undefined for a new conversation
 * @throws TooManyMessages if more than MESSAGES_PER_SECOND were sent in this second
 */
function buildAttempt(
  { userId: senderId, createdAt }: CallingViewer,
  { recipientId, clientMessageId, content }: OutgoingMessage,
  row: InboxRow | undefined,
): Attempt {
  const sendRate = nextSendRate(row);
  const limits = claim({ userId: senderId, createdAt }, { messages: 1, ...(!row && { conversations: 1 }) });
  const previousId = row?.lastMessageId;
  const message = {
    messageId: nextMessageId(previousId),
    clientMessageId,
    conversation: conversationId(senderId, recipientId),
    sender: senderId,
    recipient: recipientId,
    content,
    timestamp: new Date().toISOString(),
  };

  const items = [
    // The message, and the record of its `clientMessageId`, whose condition fails if the message is a duplicate.
    ...buildMessagePuts(message),
    buildInboxUpdate({ userId: senderId, otherId: recipientId }, message, previousId, sendRate),
    buildInboxUpdate({ userId: recipientId, otherId: senderId }, message, previousId),
    ...limits.limitWrites,
  ];

  return { message, previousId, limits, items };
}

/**
 * Reads the sender's inbox row, and checks that the sender may message the recipient.
 *
 * A member may continue any of their conversations, but start one only with members at or below themselves. See
 * docs/product.md#messages.
 *
 * @returns the row, or undefined for a new conversation
 * @throws DepthTooLow if the sender may not start the conversation
 */
async function loadCheckedRow(
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
async function resendStoredMessage(conversation: string, senderId: string, outgoing: OutgoingMessage): Promise<void> {
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
