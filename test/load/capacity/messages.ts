import { randomUUID } from 'node:crypto';
import { readConversation } from '../../../lambdas/messages/conversation.ts';
import { listConversations } from '../../../lambdas/messages/conversations.ts';
import { markRead } from '../../../lambdas/messages/mark-read.ts';
import { sendMessage } from '../../../lambdas/messages/send-message.ts';
import { typing } from '../../../lambdas/messages/typing.ts';
import {
  countUnread,
  getInboxRow,
  getInboxRows,
  moveWatermark,
  noteMessage,
  readInbox,
} from '../../../lambdas/table/inbox.ts';
import { conversationId } from '../../../lambdas/table/keys.ts';
import { putMessage, readMessages, sentBefore } from '../../../lambdas/table/message.ts';
import {
  closeSocket,
  issueTicket,
  openSocket,
  redeemTicket,
  socketOwner,
  socketsOf,
} from '../../../lambdas/table/socket.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { CONVERSATIONS_PAGE_SIZE, MAX_MESSAGE_LENGTH, MESSAGES_PAGE_SIZE } from '../../../shared/depth/limits.ts';
import { BUDGETS, type Pattern } from './capacity-sheet.ts';
import { join, personId } from './small-community.ts';

const USUAL_MESSAGE = 'The visibility was thirty metres this morning. Shall we go down again on Sunday?';
const [ANNA, BEN] = [personId(0), personId(1)];

/** What messages cost: sockets, sending, reading, the inbox. Nobody listens while it is measured, but for one socket. */
export async function measureMessages(pattern: Pattern): Promise<void> {
  await join(0, 1);
  for (let number = 1; number <= CONVERSATIONS_PAGE_SIZE; number++) await join(number, 0);
  await measureSockets(pattern);
  await measureSending(pattern);
  await measureReading(pattern);
  await measureInbox(pattern);
}

async function measureSockets(pattern: Pattern): Promise<void> {
  const ticket = await pattern('issueTicket', () => issueTicket(ANNA));
  await pattern('redeemTicket', () => redeemTicket(ticket));
  const connectionId = 'L0SM9cOFvHcCIhw=';
  await pattern('openSocket', () => openSocket(ANNA, connectionId));
  await pattern('socketOwner', () => socketOwner(connectionId));
  await pattern('socketsOf, one', () => socketsOf(ANNA));
  await pattern('closeSocket', () => closeSocket(ANNA, connectionId));
}

async function measureSending(pattern: Pattern): Promise<void> {
  const send = (content: string, clientMessageId: string = randomUUID()) =>
    sendMessage(ANNA, { action: 'sendMessage', clientMessageId, recipientId: BEN, content });
  await pattern('sendMessage, the first of a conversation', () => send(USUAL_MESSAGE), BUDGETS.message);
  await pattern('sendMessage', () => send(USUAL_MESSAGE), BUDGETS.message);
  const clientMessageId = randomUUID();
  await send(USUAL_MESSAGE, clientMessageId);
  await pattern('sendMessage, repeated', () => send(USUAL_MESSAGE, clientMessageId));
  const { messageId } = (await pattern('sentBefore', () =>
    sentBefore(conversationId(ANNA, BEN), ANNA, clientMessageId),
  ))!;
  await pattern('markRead', () => markRead(BEN, { action: 'markRead', userId: ANNA, messageId }));
  await pattern('markRead, repeated', () => moveWatermark(BEN, ANNA, messageId));
  await pattern('sendMessage, after it was read', () => send(USUAL_MESSAGE), BUDGETS.message);
  await pattern('typing', () => typing(ANNA, { action: 'typing', recipientId: BEN }));
  await pattern('sendMessage, 1,000 letters', () => send('o'.repeat(1000)), BUDGETS.message);
  await pattern('sendMessage, 10,000 letters', () => send('o'.repeat(MAX_MESSAGE_LENGTH)));
  await pattern('sendMessage, 10,000 emoji', () => send('🐙'.repeat(MAX_MESSAGE_LENGTH)));
}

async function measureReading(pattern: Pattern): Promise<void> {
  const userId = personId(2);
  for (let number = 0; number < MESSAGES_PAGE_SIZE + 5; number++) await exchange(userId, ANNA, number);
  const limit = MESSAGES_PAGE_SIZE;
  await pattern('readMessages, 30', () => readMessages(conversationId(ANNA, userId), {}, limit));
  await pattern('readConversation, 30, the whole request', () =>
    readConversation(callerOf(ANNA), { userId, before: undefined, after: undefined, limit }),
  );
}

async function measureInbox(pattern: Pattern): Promise<void> {
  const reader = personId(900);
  await join(900, 0);
  for (let number = 1; number <= CONVERSATIONS_PAGE_SIZE; number++) await exchange(personId(number), reader, number);
  const limit = CONVERSATIONS_PAGE_SIZE;
  const { otherIds } = await pattern('readInbox, 20', () => readInbox(reader, limit));
  await pattern('getInboxRows, 20', () => getInboxRows(reader, otherIds));
  await pattern('countUnread, 20 conversations', () => countUnread(reader));
  const inbox = () => listConversations(callerOf(reader), { limit, cursor: undefined });
  await pattern('listConversations, 20 of 20, the whole request', inbox);
  for (let number = 21; number <= 1000; number++) await exchange(personId(number + 1000), reader, number);
  // The latest are those who have profiles.
  for (let number = 1; number <= CONVERSATIONS_PAGE_SIZE; number++)
    await exchange(personId(number), reader, 1000 + number);
  await pattern('countUnread, 1,000 conversations', () => countUnread(reader));
  await pattern('listConversations, 20 of 1,000, the whole request', inbox);
}

/** A message as the table holds it after many; whoever sends may have no profile. */
async function exchange(sender: string, recipient: string, number: number): Promise<void> {
  const message = {
    messageId: `01KAHQ3V7V8Z5T0F4M2S6R${String(number).padStart(4, '0')}`,
    clientMessageId: randomUUID(),
    conversation: conversationId(sender, recipient),
    sender,
    recipient,
    content: USUAL_MESSAGE,
    timestamp: new Date(1_760_000_000_000 + number).toISOString(),
  };
  const row = await getInboxRow(sender, recipient);
  await transact(() => [
    ...putMessage(message),
    noteMessage({ userId: sender, otherId: recipient }, message, row?.lastMessageId),
    noteMessage({ userId: recipient, otherId: sender }, message, row?.lastMessageId),
  ]);
}

function callerOf(userId: string) {
  return { userId, username: userId };
}
