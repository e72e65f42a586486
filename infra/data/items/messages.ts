import { z } from 'zod';
import { type InboxRow, inboxPeriod, toLastMessage } from '../../../lambdas/table/inbox.ts';
import { partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { conversationId, inboxKey, inboxListPartition, messageKey } from '../../../lambdas/table/keys.ts';
import type { StoredMessage } from '../../../lambdas/table/message.ts';
import { computeDigest } from './facts.ts';
import { createItemCheck } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition } from './item-definition.ts';
import {
  countSchema,
  epochSecondsSchema,
  isoTimeSchema,
  memberIdSchema,
  primaryKeyShape,
  type ShapeOf,
  textSchema,
  ulidSchema,
} from './item-schemas.ts';

const inboxShape = {
  userId: memberIdSchema,
  otherId: memberIdSchema,
  lastMessageId: ulidSchema,
  lastMessage: z.object({ content: textSchema, senderId: memberIdSchema, timestamp: isoTimeSchema }),
  lastReceivedId: ulidSchema.optional(),
  unreadCount: z.int().min(0).max(1),
  readUpTo: ulidSchema.optional(),
  sendingSecond: epochSecondsSchema.optional(),
  sentWithin: countSchema.optional(),
} satisfies ShapeOf<InboxRow>;

const messageShape = {
  messageId: ulidSchema,
  clientMessageId: textSchema,
  conversation: textSchema,
  sender: memberIdSchema,
  recipient: memberIdSchema,
  content: textSchema,
  timestamp: isoTimeSchema,
} satisfies ShapeOf<StoredMessage>;

const checkInboxRow = createItemCheck({
  schema: z.object({ ...primaryKeyShape, ...inboxShape }),
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
      digest: computeDigest(content, senderId, timestamp),
      receivedId: row.lastReceivedId ?? null,
      unread: row.unreadCount,
      readUpTo: row.readUpTo ?? null,
    });
  },
});

const checkMessage = createItemCheck({
  schema: z.object({ ...primaryKeyShape, ...messageShape }),
  key: ({ sender, recipient, messageId }) => messageKey(conversationId(sender, recipient), messageId),
  collect: (message, facts) => {
    const { conversation, messageId, sender, recipient, clientMessageId } = message;
    const { content, senderId, timestamp } = toLastMessage(message);

    facts.add('message', {
      conversation,
      message: messageId,
      sender,
      recipient,
      client: computeDigest(clientMessageId),
      sentAt: Date.parse(timestamp),
      digest: computeDigest(content, senderId, timestamp),
    });
  },
});

/** Splits the sort ID of a record at the first separator. The client's message ID may contain further separators. */
function splitSentId(sortId: string): [sender: string, clientMessageId: string] {
  const [sender = '', ...clientParts] = sortId.split('#');
  return [sender, clientParts.join('#')];
}

const checkSentMessage = createItemCheck({
  schema: z.object({ ...primaryKeyShape, messageId: ulidSchema, expiresAt: epochSecondsSchema }),
  findWrongKey: (item) => {
    const [sender, client] = splitSentId(sortIdOf('sentMessage', item));
    const isParticipant = partitionIdOf(item).split('_').includes(sender);
    return isParticipant && client !== '' ? undefined : 'the ID of a participant and of a message';
  },
  collect: (item, facts) => {
    const [sender, client] = splitSentId(sortIdOf('sentMessage', item));
    facts.add('sent', {
      conversation: partitionIdOf(item),
      sender,
      client: computeDigest(client),
      message: item.messageId,
    });
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
