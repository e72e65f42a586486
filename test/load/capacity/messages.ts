import { randomUUID } from 'node:crypto';
import { readConversation } from '../../../lambdas/messages/conversation.ts';
import { listConversations } from '../../../lambdas/messages/conversations.ts';
import { markRead } from '../../../lambdas/messages/mark-read.ts';
import { sendMessage } from '../../../lambdas/messages/send-message.ts';
import { typing } from '../../../lambdas/messages/typing.ts';
import { buildInboxUpdate, getInboxRow, getInboxRows, moveWatermark } from '../../../lambdas/table/inbox.ts';
import { countUnread, readInbox } from '../../../lambdas/table/inbox-page.ts';
import { conversationId } from '../../../lambdas/table/keys.ts';
import { buildMessagePuts, findSentMessage, readMessages } from '../../../lambdas/table/message.ts';
import { findSocketOwner, readConnections, registerSocket, unregisterSocket } from '../../../lambdas/table/socket.ts';
import { issueTicket, redeemTicket } from '../../../lambdas/table/ticket.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import {
  CONVERSATIONS_PAGE_SIZE,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGE_LENGTH,
  MESSAGES_PAGE_SIZE,
} from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import { BUDGETS, type MeasurePattern } from './capacity-sheet.ts';
import { createMember, FIRST_ITEM_TIME_MS, memberId } from './small-community.ts';

/** A message of typical length. */
const TYPICAL_MESSAGE = 'The visibility was thirty metres this morning. Shall we go down again on Sunday?';

/** The member who sends messages. */
const SENDER = memberId(0);

/** The member who receives most of the messages. */
const RECIPIENT = memberId(1);

/** Measures messages: sockets, sending, reading, and the inbox. At most one socket is open. */
export async function measureMessages(measure: MeasurePattern): Promise<void> {
  await createMember(0, 1);
  for (let number = 1; number <= CONVERSATIONS_PAGE_SIZE; number++) await createMember(number, 0);

  await measureSockets(measure);
  await measureSending(measure);
  await measureReading(measure);
  await measureInbox(measure);
}

/** Measures how a socket is opened with a ticket, found, and closed. */
async function measureSockets(measure: MeasurePattern): Promise<void> {
  const ticket = await measure('issueTicket', () => issueTicket({ userId: SENDER, issuedAt: 1 }));
  await measure('redeemTicket', () => redeemTicket(ticket));

  const connectionId = 'L0SM9cOFvHcCIhw=';
  await measure('registerSocket', () => registerSocket({ userId: SENDER, issuedAt: 1 }, connectionId));
  await measure('findSocketOwner', () => findSocketOwner(connectionId));
  await measure('readConnections, one', () => readConnections(SENDER));
  await measure('unregisterSocket', () => unregisterSocket(SENDER, connectionId));
}

/** Measures messages of all lengths, repeated messages, and how the recipient reads them. */
async function measureSending(measure: MeasurePattern): Promise<void> {
  const send = (content: string, clientMessageId: string = randomUUID()) =>
    sendMessage(SENDER, { action: 'sendMessage', clientMessageId, recipientId: RECIPIENT, content });

  // All messages are within one period of the inbox (lambdas/table/inbox.ts), unless a new period begins meanwhile.
  await measure('sendMessage, the first of a conversation', () => send(TYPICAL_MESSAGE), BUDGETS.message);
  await measure('sendMessage', () => send(TYPICAL_MESSAGE), BUDGETS.message);

  const clientMessageId = randomUUID();
  await send(TYPICAL_MESSAGE, clientMessageId);
  await measure('sendMessage, repeated', () => send(TYPICAL_MESSAGE, clientMessageId));

  const { messageId } = (await measure('findSentMessage', () =>
    findSentMessage(conversationId(SENDER, RECIPIENT), SENDER, clientMessageId),
  ))!;

  await measure('markRead', () => markRead(RECIPIENT, { action: 'markRead', userId: SENDER, messageId }));
  await measure('markRead, repeated', () => moveWatermark(RECIPIENT, SENDER, messageId));
  await measure('sendMessage, after it was read', () => send(TYPICAL_MESSAGE), BUDGETS.message);
  await measure('typing', () => typing(SENDER, { action: 'typing', recipientId: RECIPIENT }));
  await measure('sendMessage, 1,000 characters', () => send('o'.repeat(1000)), BUDGETS.message);
  await measure('sendMessage, 10,000 characters', () => send('o'.repeat(MAX_MESSAGE_LENGTH)));
  // An emoji takes four bytes, so these are the largest messages.
  await measure('sendMessage, 8,000 emoji', () => send('🐙'.repeat(MAX_MESSAGE_BYTES / 4)));
}

/** Measures a page of a conversation. */
async function measureReading(measure: MeasurePattern): Promise<void> {
  const userId = memberId(2);
  for (let number = 0; number < MESSAGES_PAGE_SIZE + 5; number++) await storeMessage(userId, SENDER, number);

  const limit = MESSAGES_PAGE_SIZE;
  await measure('readMessages, 30', () => readMessages(conversationId(SENDER, userId), {}, limit));
  await measure('readConversation, 30, the whole request', () =>
    readConversation(toCaller(SENDER), { userId, before: undefined, after: undefined, limit }),
  );
}

/** Measures the list of conversations and the count of unread ones: with one page of conversations, and with 1,000. */
async function measureInbox(measure: MeasurePattern): Promise<void> {
  const reader = memberId(900);
  await createMember(900, 0);
  for (let number = 1; number <= CONVERSATIONS_PAGE_SIZE; number++)
    await storeMessage(memberId(number), reader, number);

  const limit = CONVERSATIONS_PAGE_SIZE;
  const { rows } = await measure('readInbox, 20', () => readInbox(reader, limit));
  const partners = rows.map(({ otherId }) => otherId);

  await measure('getInboxRows, 20', () => getInboxRows(reader, partners));
  await measure('countUnread, 20 conversations', () => countUnread(reader));

  const listInbox = () => listConversations(toCaller(reader), { limit, cursor: undefined });
  await measure('listConversations, 20 of 20, the whole request', listInbox);

  // These senders have no profiles, because the list shows only the latest conversations.
  for (let number = 21; number <= 1000; number++) await storeMessage(memberId(number + 1000), reader, number);
  // The latest 20 senders have profiles.
  for (let number = 1; number <= CONVERSATIONS_PAGE_SIZE; number++)
    await storeMessage(memberId(number), reader, 1000 + number);
  await measure('countUnread, 1,000 conversations', () => countUnread(reader));
  await measure('listConversations, 20 of 1,000, the whole request', listInbox);
}

/** Stores a message directly, so the sender needs no profile. */
async function storeMessage(sender: string, recipient: string, number: number): Promise<void> {
  const message = {
    messageId: `01KAHQ3V7V8Z5T0F4M2S6R${String(number).padStart(4, '0')}`,
    clientMessageId: randomUUID(),
    conversation: conversationId(sender, recipient),
    sender,
    recipient,
    content: TYPICAL_MESSAGE,
    // Messages are an hour apart, so that each is in its own period of the inbox.
    timestamp: new Date(FIRST_ITEM_TIME_MS + number * HOUR_MS).toISOString(),
  };
  const row = await getInboxRow(sender, recipient);

  await transact(() => [
    ...buildMessagePuts(message),
    buildInboxUpdate({ userId: sender, otherId: recipient }, message, row?.lastMessageId),
    buildInboxUpdate({ userId: recipient, otherId: sender }, message, row?.lastMessageId),
  ]);
}
