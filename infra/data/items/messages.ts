import { z } from 'zod';
import { type InboxRow, inboxPeriod, toLastMessage } from '../../../lambdas/table/inbox.ts';
import { partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { conversationId, inboxKey, inboxListPartition, messageKey } from '../../../lambdas/table/keys.ts';
import type { StoredMessage } from '../../../lambdas/table/message.ts';
import { digestOf } from './facts.ts';
import { checkVariant } from './item-checks.ts';
import {
  count,
  IN_MEMBER_PARTITION,
  type ItemDefinition,
  id,
  key,
  type ShapeOf,
  seconds,
  text,
  time,
  ulid,
} from './item-definition.ts';

const inboxAttributes = {
  userId: id,
  otherId: id,
  lastMessageId: ulid,
  lastMessage: z.object({ content: text, senderId: id, timestamp: time }),
  lastReceivedId: ulid.optional(),
  unreadCount: z.int().min(0).max(1),
  readUpTo: ulid.optional(),
  sendingSecond: seconds.optional(),
  sentWithin: count.optional(),
} satisfies ShapeOf<InboxRow>;

const messageAttributes = {
  messageId: ulid,
  clientMessageId: text,
  conversation: text,
  sender: id,
  recipient: id,
  content: text,
  timestamp: time,
} satisfies ShapeOf<StoredMessage>;

const checkInboxRow = checkVariant({
  schema: z.object({ ...key, ...inboxAttributes }),
  key: ({ userId, otherId }) => inboxKey(userId, otherId),
  indexes: ({ userId, lastMessage }) => ({
    list: inboxListPartition(userId),
    textOrder: inboxPeriod(lastMessage.timestamp),
  }),
  collect: (row, facts) => {
    const { content, senderId, timestamp } = row.lastMessage;
    facts.add('inbox', {
      user: row.userId,
      other: row.otherId,
      lastId: row.lastMessageId,
      digest: digestOf(content, senderId, timestamp),
      receivedId: row.lastReceivedId ?? null,
      unread: row.unreadCount,
      readUpTo: row.readUpTo ?? null,
    });
  },
});

const checkMessage = checkVariant({
  schema: z.object({ ...key, ...messageAttributes }),
  key: ({ sender, recipient, messageId }) => messageKey(conversationId(sender, recipient), messageId),
  collect: (message, facts) => {
    const { conversation, messageId, sender, recipient, clientMessageId } = message;
    const { content, senderId, timestamp } = toLastMessage(message);

    facts.add('message', {
      conversation,
      message: messageId,
      sender,
      recipient,
      client: digestOf(clientMessageId),
      sentAt: Date.parse(timestamp),
      digest: digestOf(content, senderId, timestamp),
    });
  },
});

/** Splits the sort ID of a record at the first separator. The client's message ID may contain further separators. */
function splitSentId(sortId: string): [sender: string, clientMessageId: string] {
  const [sender = '', ...clientParts] = sortId.split('#');
  return [sender, clientParts.join('#')];
}

const checkSentMessage = checkVariant({
  schema: z.object({ ...key, messageId: ulid, expiresAt: seconds }),
  findKeyFlaw: (item) => {
    const [sender, client] = splitSentId(sortIdOf('sentMessage', item));
    const isParticipant = partitionIdOf(item).split('_').includes(sender);
    return isParticipant && client !== '' ? undefined : 'the ID of a participant and of a message';
  },
  collect: (item, facts) => {
    const [sender, client] = splitSentId(sortIdOf('sentMessage', item));
    facts.add('sent', { conversation: partitionIdOf(item), sender, client: digestOf(client), message: item.messageId });
  },
});

export const messageItems = {
  inboxRow: {
    description: "One participant's row of a conversation",
    export: IN_MEMBER_PARTITION,
    check: checkInboxRow,
    invariants: ['inbox-pairs', 'inbox-messages', 'inbox-unread', 'message-inbox', 'purge-complete'],
  },

  message: {
    description: 'A message. Purged when both participants have left',
    export: { in: 'conversations', isOf: ({ sender, recipient }, userId) => sender === userId || recipient === userId },
    check: checkMessage,
    invariants: ['inbox-messages', 'message-inbox', 'sent-messages'],
  },

  sentMessage: {
    description: 'The message stored under a client message ID',
    export: { in: 'conversations', isOf: (item, userId) => sortIdOf('sentMessage', item).startsWith(`${userId}#`) },
    check: checkSentMessage,
    invariants: ['sent-messages'],
  },
} as const satisfies Record<string, ItemDefinition>;
