import { z } from 'zod';
import { type InboxRow, inboxPeriod, toLastMessage } from '../../../lambdas/table/inbox.ts';
import { partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { conversationId, inboxKey, inboxListPartition, messageKey } from '../../../lambdas/table/keys.ts';
import type { StoredMessage } from '../../../lambdas/table/message.ts';
import { digestOf } from './facts.ts';
import { createItemCheck } from './item-checks.ts';
import {
  anyText,
  count,
  epochSeconds,
  IN_MEMBER_PARTITION,
  type ItemDefinition,
  isoTime,
  memberId,
  primaryKey,
  type ShapeOf,
  ulid,
} from './item-definition.ts';

const inboxAttributes = {
  userId: memberId,
  otherId: memberId,
  lastMessageId: ulid,
  lastMessage: z.object({ content: anyText, senderId: memberId, timestamp: isoTime }),
  lastReceivedId: ulid.optional(),
  unreadCount: z.int().min(0).max(1),
  readUpTo: ulid.optional(),
  sendingSecond: epochSeconds.optional(),
  sentWithin: count.optional(),
} satisfies ShapeOf<InboxRow>;

const messageAttributes = {
  messageId: ulid,
  clientMessageId: anyText,
  conversation: anyText,
  sender: memberId,
  recipient: memberId,
  content: anyText,
  timestamp: isoTime,
} satisfies ShapeOf<StoredMessage>;

const checkInboxRow = createItemCheck({
  schema: z.object({ ...primaryKey, ...inboxAttributes }),
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

const checkMessage = createItemCheck({
  schema: z.object({ ...primaryKey, ...messageAttributes }),
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

const checkSentMessage = createItemCheck({
  schema: z.object({ ...primaryKey, messageId: ulid, expiresAt: epochSeconds }),
  findWrongKey: (item) => {
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
    export: {
      in: 'conversations',
      belongsTo: ({ sender, recipient }, userId) => sender === userId || recipient === userId,
    },
    check: checkMessage,
    invariants: ['inbox-messages', 'message-inbox', 'sent-messages'],
  },

  sentMessage: {
    description: 'The message stored under a client message ID',
    export: {
      in: 'conversations',
      belongsTo: (item, userId) => sortIdOf('sentMessage', item).startsWith(`${userId}#`),
    },
    check: checkSentMessage,
    invariants: ['sent-messages'],
  },
} as const satisfies Record<string, ItemDefinition>;
