import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { sortIdOf } from './item-types.ts';
import { inboxKey, inboxListPartition } from './keys.ts';
import type { StoredMessage } from './message.ts';
import type { TransactItem } from './transaction.ts';

/** The last message of a conversation, as the inbox shows it: its text is cut. */
interface LastMessage {
  readonly content: string;
  readonly senderId: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** One participant's row of a conversation. */
export interface InboxRow {
  readonly userId: string;
  readonly otherId: string;
  /** Of the last message of either: no later one has a smaller id. */
  readonly lastMessageId: string;
  readonly lastMessage: LastMessage;
  /** Of the last message of the other; absent before the first. */
  readonly lastReceivedId?: string;
  /** 1 after each message of the other, 0 once read (decision 8). */
  readonly unreadCount: number;
  /** Up to which message this participant has read; nothing before the first time. */
  readonly readUpTo?: string;
  /** The second in which this participant last sent something, and how much within it. */
  readonly sendingSecond?: number;
  readonly sentWithin?: number;
}

/** Characters of the last message that the inbox keeps: more than fit into its 250 px. */
const PREVIEW_LENGTH = 120;

/** Conversations that one count looks at: the newest. */
const COUNTED = 1000;

/** A member's row of their conversation with another, read consistently; undefined before the first message. */
export async function getInboxRow(userId: string, otherId: string): Promise<InboxRow | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: inboxKey(userId, otherId), ConsistentRead: true }),
  );
  return Item as InboxRow | undefined;
}

/** A member's rows of their conversations with these others. */
export async function getInboxRows(userId: string, otherIds: readonly string[]): Promise<Map<string, InboxRow>> {
  const rows = await batchGet<InboxRow>(otherIds.map((other) => inboxKey(userId, other)));
  return new Map(rows.map((row) => [row.otherId, row]));
}

/** One page of the ids of those with whom a member has conversations, the latest first. */
export async function readInbox(
  userId: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ otherIds: string[]; unread: number; next: DepthPosition | null }> {
  const reached = from?.progress[0];
  const after = typeof reached === 'object' ? reached.after : undefined;
  const { Items = [] } = await table.send(
    new QueryCommand({
      ...inboxQuery(userId),
      ScanIndexForward: false,
      // One more tells whether another page follows.
      Limit: limit + 1,
      ExclusiveStartKey: after && { list: inboxListPartition(userId), textOrder: after[0], pk: after[1], sk: after[2] },
    }),
  );
  const rows = Items.slice(0, limit);
  const last = Items.length > limit ? rows.at(-1) : undefined;
  return {
    otherIds: rows.map(({ sk }) => sortIdOf('inboxRow', { sk: String(sk) })),
    unread: rows.reduce((sum, { unreadCount = 0 }) => sum + Number(unreadCount), 0),
    next: last ? { progress: [{ after: [last.textOrder, last.pk, last.sk] }] } : null,
  };
}

/** The sum of a member's unread counts over their newest conversations. */
export async function countUnread(userId: string): Promise<number> {
  const query = inboxQuery(userId);
  const { Count = 0 } = await table.send(
    new QueryCommand({
      ...query,
      FilterExpression: 'unreadCount > :none',
      ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':none': 0 },
      ScanIndexForward: false,
      Limit: COUNTED,
      Select: 'COUNT',
    }),
  );
  return Count;
}

/**
 * Notes a message in one participant's row, made with the first message; its condition is that nothing was sent since
 * the row was read.
 *
 * @param before - the last message id by then; undefined before the first
 */
export function noteMessage(
  { userId, otherId }: Pick<InboxRow, 'userId' | 'otherId'>,
  message: StoredMessage,
  before: string | undefined,
  sending?: Required<Pick<InboxRow, 'sendingSecond' | 'sentWithin'>>,
): TransactItem {
  const own = message.sender === userId;
  const changes: Record<string, unknown> = {
    userId,
    otherId,
    list: inboxListPartition(userId),
    textOrder: message.timestamp,
    lastMessageId: message.messageId,
    lastMessage: {
      content: [...message.content.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join(''),
      senderId: message.sender,
      timestamp: message.timestamp,
    },
    ...(!own && { lastReceivedId: message.messageId }),
    // The sender's own is left as it is: they may write without having looked.
    ...((!own || before === undefined) && { unreadCount: own ? 0 : 1 }),
    ...sending,
  };
  const names = Object.keys(changes);
  return {
    Update: {
      TableName: tableName(),
      Key: inboxKey(userId, otherId),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: before === undefined ? 'attribute_not_exists(pk)' : 'lastMessageId = :before',
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
        ...(before !== undefined && { ':before': before }),
      },
    },
  };
}

/**
 * Moves a member's watermark forward.
 *
 * @returns 'moved', 'unmoved' when it was there or further, or 'missing' when there is no such conversation
 */
export async function moveWatermark(
  userId: string,
  otherId: string,
  messageId: string,
): Promise<'moved' | 'unmoved' | 'missing'> {
  const row = await getInboxRow(userId, otherId);
  if (!row) return 'missing';
  const readUpTo = messageId < row.lastMessageId ? messageId : row.lastMessageId;
  // Whatever is still unread came after that.
  if (row.readUpTo !== undefined && row.readUpTo >= readUpTo) return 'unmoved';
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: inboxKey(userId, otherId),
        UpdateExpression: 'SET readUpTo = :upTo, unreadCount = :unread',
        ConditionExpression: 'lastMessageId = :seen AND (attribute_not_exists(readUpTo) OR readUpTo < :upTo)',
        ExpressionAttributeValues: {
          ':upTo': readUpTo,
          ':seen': row.lastMessageId,
          // What the member has written since is no news to them.
          ':unread': readUpTo >= (row.lastReceivedId ?? row.lastMessageId) ? 0 : row.unreadCount,
        },
      }),
    );
    return 'moved';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // Something was sent or read meanwhile: as it is now.
    return moveWatermark(userId, otherId, messageId);
  }
}

function inboxQuery(userId: string) {
  return {
    TableName: tableName(),
    IndexName: 'ByText',
    KeyConditionExpression: '#list = :list',
    ExpressionAttributeNames: { '#list': 'list' },
    ExpressionAttributeValues: { ':list': inboxListPartition(userId) },
  };
}
