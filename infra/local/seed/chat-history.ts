import { ulid } from 'ulid';
import { conversationId, messageKey, sentMessageKey } from '../../../lambdas/table/keys.ts';
import type { StoredMessage } from '../../../lambdas/table/message.ts';
import { DAY_SECONDS } from '../../../shared/rules/durations.ts';
import { type DemoTable, putItems } from './demo-table.ts';
import { createRandom } from './random.ts';

/** Messages of one day. Each follows 20 seconds to about four minutes after the one before. */
export interface ChatDay<Name extends string> {
  /** Calendar days before today: at least 1, and at most 6, because a client message ID is kept for a week. */
  readonly daysAgo: number;
  /** Local time of the first message: `18:05`. */
  readonly from: string;
  readonly lines: readonly (readonly [sender: Name, text: string])[];
}

/** The messages of a conversation from before today. */
export interface ChatHistory<Name extends string> {
  readonly between: readonly [Name, Name];
  /** Oldest first. */
  readonly days: readonly ChatDay<Name>[];
}

/** Minimum time between two messages of a day, and maximum random time that is added to it, in seconds. */
const MIN_PAUSE_SECONDS = 20;
const MAX_EXTRA_SECONDS = 240;

/** How long the table keeps a client message ID, in seconds. */
const CLIENT_ID_RETENTION_SECONDS = 7 * DAY_SECONDS;

/** Prefix of the client message IDs of a history. */
export const HISTORY_PREFIX = 'demo-';

/** Builds the messages of a history, oldest first. */
export function toMessages<Name extends string>(
  { between, days }: ChatHistory<Name>,
  idOf: (name: Name) => string,
  now = new Date(),
): StoredMessage[] {
  const [firstMember, secondMember] = between;
  const nextRandom = createRandom(days.length);

  return days.flatMap(({ daysAgo, from, lines }) => {
    const time = new Date(now);
    time.setDate(time.getDate() - daysAgo);
    const [hours, minutes] = from.split(':').map(Number);
    time.setHours(hours!, minutes!, 0, 0);

    return lines.map(([sender, content]) => {
      time.setSeconds(time.getSeconds() + MIN_PAUSE_SECONDS + Math.floor(nextRandom() * MAX_EXTRA_SECONDS));
      const senderId = idOf(sender);
      const recipientId = idOf(sender === firstMember ? secondMember : firstMember);
      const messageId = ulid(time.getTime());

      return {
        messageId,
        clientMessageId: `${HISTORY_PREFIX}${messageId}`,
        conversation: conversationId(senderId, recipientId),
        sender: senderId,
        recipient: recipientId,
        content,
        timestamp: time.toISOString(),
      };
    });
  });
}

/**
 * Stores messages of earlier days directly in the table, because the API sets a message's time itself. The conversation
 * appears in inboxes once a message is sent through the API.
 */
export async function storeHistory<Name extends string>(
  table: DemoTable,
  history: ChatHistory<Name>,
  idOf: (name: Name) => string,
): Promise<void> {
  const items = toMessages(history, idOf).flatMap((message) => [
    { ...messageKey(message.conversation, message.messageId), ...message },
    {
      ...sentMessageKey(message.conversation, message.sender, message.clientMessageId),
      messageId: message.messageId,
      expiresAt: Math.floor(Date.parse(message.timestamp) / 1000) + CLIENT_ID_RETENTION_SECONDS,
    },
  ]);
  await putItems(table, items);
}
