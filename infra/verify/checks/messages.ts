import { inboxPeriod, toLastMessage } from '../../../lambdas/table/inbox.ts';
import { partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { conversationId, inboxKey, inboxListPartition, messageKey } from '../../../lambdas/table/keys.ts';
import { digestOf } from '../facts.ts';
import { checkVariant } from '../item-checks.ts';
import * as shapes from './item-shapes.ts';

export const checkInboxRow = checkVariant({
  schema: shapes.inboxRow,
  key: ({ userId, otherId }) => inboxKey(userId, otherId),
  indexes: ({ userId, lastMessage }) => ({
    list: inboxListPartition(userId),
    textOrder: inboxPeriod(lastMessage.timestamp),
  }),
  expires: false,
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

export const checkMessage = checkVariant({
  schema: shapes.message,
  key: ({ sender, recipient, messageId }) => messageKey(conversationId(sender, recipient), messageId),
  expires: false,
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

/** Splits the sort ID of a record at the first separator. The client's ID may contain more. */
function splitSentId(sortId: string): [sender: string, client: string] {
  const [sender = '', ...client] = sortId.split('#');
  return [sender, client.join('#')];
}

export const checkSentMessage = checkVariant({
  schema: shapes.sentMessage,
  wrongKey: (item) => {
    const [sender, client] = splitSentId(sortIdOf('sentMessage', item));
    const isParticipant = partitionIdOf(item).split('_').includes(sender);
    return isParticipant && client !== '' ? undefined : 'the ID of a participant and of a message';
  },
  expires: true,
  collect: (item, facts) => {
    const [sender, client] = splitSentId(sortIdOf('sentMessage', item));
    facts.add('sent', { conversation: partitionIdOf(item), sender, client: digestOf(client), message: item.messageId });
  },
});
