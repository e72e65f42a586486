import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { table, tableName } from './client.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { messageKey, sentMessageKey } from './keys.ts';
import type { TransactItem } from './transaction.ts';

/** A message as it is stored. */
export interface StoredMessage {
  /** A ULID, greater than all earlier IDs of the conversation. */
  readonly messageId: string;
  readonly clientMessageId: string;
  readonly conversation: string;
  readonly sender: string;
  readonly recipient: string;
  readonly content: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** How long a client message ID is kept to detect repeated sends, in seconds: one week. */
const CLIENT_ID_RETENTION_SECONDS = 7 * DAY_SECONDS;

/** Builds the transaction items that store a message. The second fails if the client message ID was used before. */
export function buildMessagePuts(message: StoredMessage): TransactItem[] {
  const { conversation, sender, clientMessageId, messageId } = message;

  return [
    { Put: { TableName: tableName(), Item: { ...messageKey(conversation, messageId), ...message } } },
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...sentMessageKey(conversation, sender, clientMessageId),
          messageId,
          expiresAt: Math.floor(Date.now() / 1000) + CLIENT_ID_RETENTION_SECONDS,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ];
}

/** Returns the message that was sent with this client message ID, or undefined. Strongly consistent. */
export async function findSentMessage(
  conversation: string,
  sender: string,
  clientMessageId: string,
): Promise<StoredMessage | undefined> {
  const mapping = await getItem<{ messageId: string }>(sentMessageKey(conversation, sender, clientMessageId));
  return mapping && getItem<StoredMessage>(messageKey(conversation, mapping.messageId));
}

/** Selects messages of a conversation: the latest, those before or after an ID, or those between two IDs. */
type MessageRange = { readonly before?: string | undefined; readonly after?: string | undefined };

/**
 * Reads messages of a conversation, oldest first, and whether more exist in the direction of the read. More messages
 * can exist after a short result: DynamoDB reads 1 MB at a time, and a message can have 32 KB.
 */
export async function readMessages(
  conversation: string,
  { before, after }: MessageRange,
  limit: number,
): Promise<{ messages: StoredMessage[]; more: boolean }> {
  const isForward = after !== undefined;
  // DynamoDB rejects a range that ends before it begins.
  if (isForward && before !== undefined && before <= after) return { messages: [], more: false };

  const { Items = [], LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': messageKey(conversation, '').pk,
        // `~` sorts after every character of a ULID, so the range starts right after this ID.
        ':first': after === undefined ? sortPrefix('message') : `${messageKey(conversation, after).sk}~`,
        ':last': before === undefined ? messageKey(conversation, '~').sk : messageKey(conversation, before).sk,
      },
      ScanIndexForward: isForward,
      ConsistentRead: true,
      // One extra row shows whether more exist. Another extra row is `before` itself.
      Limit: limit + 2,
    }),
  );

  const candidates = (Items as StoredMessage[]).filter(({ messageId }) => messageId !== before);
  const messages = candidates.slice(0, limit);

  return {
    messages: isForward ? messages : messages.reverse(),
    more: candidates.length > limit || lastKey !== undefined,
  };
}

/** Maximum number of items that one call purges. */
const PURGE_BATCH_SIZE = 100;

/** Deletes up to {@link PURGE_BATCH_SIZE} items of a conversation. Returns whether more may exist. */
export async function purgeConversation(conversation: string): Promise<boolean> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': messageKey(conversation, '').pk },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
      Limit: PURGE_BATCH_SIZE,
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
