import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { messageKey, sentKey } from './keys.ts';

import type { TransactItem } from './transaction.ts';

/** A message as it is stored. */
export interface StoredMessage {
  /** A ULID; within a conversation each is greater than all before. */
  readonly messageId: string;
  readonly clientMessageId: string;
  readonly conversation: string;
  readonly sender: string;
  readonly recipient: string;
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** How long what a client has sent is known by the id that it made, in seconds: a week. */
const REMEMBERED_SECONDS = 7 * 86_400;

/** Stores a message, and that its client has sent it: the condition of the second fails when it has been before. */
export function putMessage(message: StoredMessage): TransactItem[] {
  const { conversation, sender, clientMessageId, messageId } = message;
  return [
    { Put: { TableName: tableName(), Item: { ...messageKey(conversation, messageId), ...message } } },
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...sentKey(conversation, sender, clientMessageId),
          messageId,
          expiresAt: Math.floor(Date.now() / 1000) + REMEMBERED_SECONDS,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
}

/** The message that a client has sent before under an id that it made, or undefined. */
export async function sentBefore(
  conversation: string,
  sender: string,
  clientMessageId: string,
): Promise<StoredMessage | undefined> {
  const sent = await getItem<{ messageId: string }>(sentKey(conversation, sender, clientMessageId));
  return sent && getItem<StoredMessage>(messageKey(conversation, sent.messageId));
}

/** Which messages of a conversation: the latest, those next to one that is known, or those between two. */
type MessageRange = { readonly before?: string | undefined; readonly after?: string | undefined };

/**
 * Some messages of a conversation, oldest first, and whether there are more in the direction of the question. There may
 * be more though fewer came than were asked for: DynamoDB reads 1 MB at a time, and a message can have 32 KB.
 */
export async function readMessages(
  conversation: string,
  { before, after }: MessageRange,
  limit: number,
): Promise<{ messages: StoredMessage[]; more: boolean }> {
  const forward = after !== undefined;
  // DynamoDB refuses a range that ends before it begins.
  if (forward && before !== undefined && before <= after) return { messages: [], more: false };
  const { Items = [], LastEvaluatedKey: reached } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': messageKey(conversation, '').pk,
        // ULIDs are of capital letters and digits: what is appended sorts right after, and right before, the known one.
        ':first': after === undefined ? sortPrefix('message') : `${messageKey(conversation, after).sk}~`,
        ':last': before === undefined ? messageKey(conversation, '~').sk : `${messageKey(conversation, before).sk}`,
      },
      ScanIndexForward: forward,
      ConsistentRead: true,
      // One more tells whether there are more, and one the known message itself.
      Limit: limit + 2,
    }),
  );
  const found = (Items as StoredMessage[]).filter(({ messageId }) => messageId !== before);
  const messages = found.slice(0, limit);
  return { messages: forward ? messages : messages.reverse(), more: found.length > limit || reached !== undefined };
}

/** Removes some of what a conversation holds that both participants have left. Answers whether there may be more. */
export async function purgeConversation(conversation: string): Promise<boolean> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': messageKey(conversation, '').pk },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
      Limit: 100,
    }),
  );
  const keys = Items as ItemKey[];
  await Promise.all(keys.map((Key) => table.send(new DeleteCommand({ TableName: tableName(), Key }))));
  return keys.length > 0;
}

async function getItem<T>(Key: ItemKey): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as T | undefined;
}
