import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
import { inboxKey, inboxListPartition } from './keys.ts';
import type { StoredMessage } from './message.ts';
import { setAttributes } from './set-attributes.ts';
import type { TransactItem } from './transaction.ts';

/** The last message of a conversation, shortened for the inbox. */
interface LastMessage {
  readonly content: string;
  readonly senderId: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** One participant's row of a conversation. */
export interface InboxRow {
  readonly userId: string;
  /** The partner's ID. */
  readonly otherId: string;
  /** ID of the last message of either participant. Later messages have greater IDs. */
  readonly lastMessageId: string;
  readonly lastMessage: LastMessage;
  /** ID of the partner's last message; absent before the partner's first message. */
  readonly lastReceivedId?: string;
  /** 1 after a message from the partner, 0 once the member has read it. See docs/product.md#messages. */
  readonly unreadCount: number;
  /** The watermark: ID of the last message that this participant has read. Absent until they read a message. */
  readonly readUpTo?: string;
  /** The second (since 1970) in which this participant last sent a message. */
  readonly sendingSecond?: number;
  /** Number of messages sent within `sendingSecond`. */
  readonly sentWithin?: number;
}

/** Length of the stored preview, in characters. The inbox shows at most 250 px. */
const PREVIEW_LENGTH = 120;

/** Returns a member's inbox row, or undefined before the first message. Strongly consistent. */
export async function getInboxRow(userId: string, partnerId: string): Promise<InboxRow | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: inboxKey(userId, partnerId), ConsistentRead: true }),
  );
  return Item as InboxRow | undefined;
}

/** Returns a member's inbox rows by partner ID. */
export async function getInboxRows(userId: string, partnerIds: readonly string[]): Promise<Map<string, InboxRow>> {
  const rows = await batchGet<InboxRow>(partnerIds.map((partnerId) => inboxKey(userId, partnerId)));
  return new Map(rows.map((row) => [row.otherId, row]));
}

/**
 * Length of the periods that the index orders conversations by, in milliseconds. Further messages within one period
 * don't write to the index; `readInbox` (`inbox-page.ts`) orders the rows of a period exactly. With longer periods,
 * `readInbox` would read more rows for members who write with hundreds of others at the same time.
 */
export const INBOX_PERIOD_MS = 10 * MINUTE_MS;

/** Returns the start of the period that contains a time (ISO 8601): the `textOrder` of an inbox row. */
export function inboxPeriod(timestamp: string): string {
  return new Date(Math.floor(Date.parse(timestamp) / INBOX_PERIOD_MS) * INBOX_PERIOD_MS).toISOString();
}

/**
 * Builds the transaction item that records a message in one participant's inbox row. The first message creates the row.
 * Fails if another message was sent after the row was read.
 *
 * @param lastMessageId - the row's last message when it was read; undefined for a new conversation
 * @param sendRate - the updated rate at which the sender sends messages; only for the sender's row
 */
export function buildInboxUpdate(
  { userId, otherId: partnerId }: Pick<InboxRow, 'userId' | 'otherId'>,
  message: StoredMessage,
  lastMessageId: string | undefined,
  sendRate?: Required<Pick<InboxRow, 'sendingSecond' | 'sentWithin'>>,
): TransactItem {
  const isOwnMessage = message.sender === userId;
  const newAttributes: Record<string, unknown> = {
    userId,
    otherId: partnerId,
    list: inboxListPartition(userId),
    textOrder: inboxPeriod(message.timestamp),
    lastMessageId: message.messageId,
    lastMessage: toLastMessage(message),
    ...(!isOwnMessage && { lastReceivedId: message.messageId }),
    // Sending a message doesn't mark the partner's messages as read.
    ...((!isOwnMessage || lastMessageId === undefined) && { unreadCount: isOwnMessage ? 0 : 1 }),
    ...sendRate,
  };
  const update = setAttributes(newAttributes);

  return {
    Update: {
      TableName: tableName(),
      Key: inboxKey(userId, partnerId),
      ...update,
      ConditionExpression: lastMessageId === undefined ? 'attribute_not_exists(pk)' : 'lastMessageId = :before',
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ...(lastMessageId !== undefined && { ':before': lastMessageId }),
      },
    },
  };
}

/** Shortens a message for the inbox. */
export function toLastMessage({ content, sender, timestamp }: StoredMessage): LastMessage {
  // Cuts by characters, because a character can take two units of UTF-16, and half a character can't be shown.
  const preview = [...content.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join('');
  return { content: preview, senderId: sender, timestamp };
}

/**
 * Moves a member's watermark forward.
 *
 * @param messageId - the reported message; an ID after the last message counts as the last message
 * @returns the outcome ('unmoved' if the watermark was already there or further) and the stored watermark, or undefined
 *   if the conversation doesn't exist
 */
export async function moveWatermark(
  userId: string,
  partnerId: string,
  messageId: string,
): Promise<{ outcome: 'moved' | 'unmoved'; readUpTo: string } | undefined> {
  for (let attempt = 1; ; attempt++) {
    const row = await getInboxRow(userId, partnerId);
    if (!row) return undefined;

    const readUpTo = messageId < row.lastMessageId ? messageId : row.lastMessageId;
    if (row.readUpTo !== undefined && row.readUpTo >= readUpTo) {
      // The previous attempt may have moved the watermark, although its response was lost.
      const outcome = attempt > 1 && row.readUpTo === readUpTo ? 'moved' : 'unmoved';
      return { outcome, readUpTo: row.readUpTo };
    }

    if (await writeWatermark(row, readUpTo)) return { outcome: 'moved', readUpTo };
    // A message was sent or read after the row was read. Start over.
  }
}

/** Writes a watermark. Returns false if a message was sent or read since the row was read. */
async function writeWatermark(row: InboxRow, readUpTo: string): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: inboxKey(row.userId, row.otherId),
        UpdateExpression: 'SET readUpTo = :upTo, unreadCount = :unread',
        ConditionExpression: 'lastMessageId = :seen AND (attribute_not_exists(readUpTo) OR readUpTo < :upTo)',
        ExpressionAttributeValues: {
          ':upTo': readUpTo,
          ':seen': row.lastMessageId,
          // A member's own messages don't count as unread.
          ':unread': readUpTo >= (row.lastReceivedId ?? row.lastMessageId) ? 0 : row.unreadCount,
        },
      }),
    ),
  );
}
