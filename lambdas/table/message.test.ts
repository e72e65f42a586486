/** Tests of stored messages: once per client message ID, and in pages in both directions. */
import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { MIN_MESSAGE_ID } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { buildMessagePuts, findSentMessage, purgeConversation, readMessages, type StoredMessage } from './message.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterEach(() => vi.useRealTimers());

afterAll(() => stopTable());

/** Maximum number of messages in a page. Exceeds those of each test, so that only DynamoDB ends a page early. */
const PAGE_LIMIT = 100;

/** Builds a message of the member "a" to the member "b", whose client message ID is its ID. */
const buildMessage = (conversation: string, messageId: string = ulid(), content = 'Ahoy'): StoredMessage => ({
  messageId,
  clientMessageId: messageId,
  conversation,
  sender: 'a',
  recipient: 'b',
  content,
  timestamp: new Date().toISOString(),
});

/** Returns the ID of a conversation that has no messages. */
const createConversationId = () => `a_${randomUUID()}`;

/** Stores messages with this text in a new conversation. Returns its ID, and the messages' IDs, oldest first. */
async function createConversation(count: number, content: string): Promise<{ conversation: string; ids: string[] }> {
  const conversation = createConversationId();
  const ids: string[] = [];

  for (let id = ulid(); ids.length < count; id = incrementBase32(id)) {
    ids.push(id);
    await transact(() => buildMessagePuts(buildMessage(conversation, id, content)));
  }

  return { conversation, ids };
}

/** Reads a conversation page by page, starting with the oldest message. Returns the messages' IDs, oldest first. */
async function readForward(conversation: string): Promise<string[]> {
  const ids: string[] = [];
  let hasMore = true;

  while (hasMore) {
    const after = ids.at(-1) ?? MIN_MESSAGE_ID;
    const page = await readMessages(conversation, { after }, PAGE_LIMIT);
    ids.push(...page.messages.map(({ messageId }) => messageId));
    hasMore = page.more;
  }

  return ids;
}

/** Reads a conversation page by page, starting with the latest message. Returns the messages' IDs, oldest first. */
async function readBackward(conversation: string): Promise<string[]> {
  const ids: string[] = [];
  let hasMore = true;

  while (hasMore) {
    const page = await readMessages(conversation, { before: ids[0] }, PAGE_LIMIT);
    ids.unshift(...page.messages.map(({ messageId }) => messageId));
    hasMore = page.more;
  }

  return ids;
}

describe('buildMessagePuts', () => {
  it('keeps the client message ID of a message for a week', () => {
    const nowSeconds = 1_800_000_000;
    vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds * 1000 + 900 });
    const message = buildMessage(createConversationId());

    const [, mapping] = buildMessagePuts(message);

    const expiresAt = nowSeconds + 7 * DAY_SECONDS;
    expect(mapping?.Put?.Item).toMatchObject({ messageId: message.messageId, expiresAt });
  });

  it('stores no second message with the same client message ID', async () => {
    const message = buildMessage(createConversationId());
    await transact(() => buildMessagePuts(message));

    const repeatedMessage = { ...message, messageId: incrementBase32(message.messageId) };
    expect(await transact(() => buildMessagePuts(repeatedMessage))).toEqual({ failed: [false, true] });
  });
});

describe('findSentMessage', () => {
  it('finds a message by the client message ID of its sender only', async () => {
    const message = buildMessage(createConversationId());
    await transact(() => buildMessagePuts(message));

    const { conversation, sender, recipient, clientMessageId } = message;
    expect(await findSentMessage(conversation, sender, clientMessageId)).toMatchObject(message);
    expect(await findSentMessage(conversation, recipient, clientMessageId)).toBeUndefined();
  });
});

describe('readMessages', () => {
  it('reads messages in both directions, in pages that state whether more messages exist', async () => {
    const { conversation, ids } = await createConversation(3, 'Ahoy');
    /** Returns the places of a page's messages in the conversation, and whether more messages exist. */
    const read = async (range: Parameters<typeof readMessages>[1], limit: number) => {
      const { messages, more } = await readMessages(conversation, range, limit);
      return [messages.map(({ messageId }) => ids.indexOf(messageId)), more];
    };

    expect(await read({}, 2)).toEqual([[1, 2], true]);
    expect(await read({}, 3)).toEqual([[0, 1, 2], false]);

    expect(await read({ before: ids[2] }, 1)).toEqual([[1], true]);
    expect(await read({ before: ids[2] }, 2)).toEqual([[0, 1], false]);
    expect(await read({ before: ids[0] }, 2)).toEqual([[], false]);

    expect(await read({ after: ids[0] }, 1)).toEqual([[1], true]);
    expect(await read({ after: ids[0] }, 2)).toEqual([[1, 2], false]);
    expect(await read({ after: ids[0], before: ids[2] }, 1)).toEqual([[1], false]);
  });

  it('returns every message over all pages, even if a page exceeds the 1 MB of a DynamoDB response', async () => {
    // 1.5 MB, because the character has 3 bytes in UTF-8.
    const { conversation, ids } = await createConversation(50, '海'.repeat(10_000));

    expect(await readForward(conversation)).toEqual(ids);
    expect(await readBackward(conversation)).toEqual(ids);
  });

  it('returns the messages between two IDs, and no messages if the first ID is not before the second', async () => {
    const { conversation, ids } = await createConversation(4, 'Ahoy');
    const readBetween = async (after?: string, before?: string) => {
      const page = await readMessages(conversation, { after, before }, PAGE_LIMIT);
      return { ids: page.messages.map(({ messageId }) => messageId), more: page.more };
    };

    expect(await readBetween(ids[0], ids[3])).toEqual({ ids: ids.slice(1, 3), more: false });
    expect(await readBetween(ids[1], ids[1])).toEqual({ ids: [], more: false });
    expect(await readBetween(ids[3], ids[0])).toEqual({ ids: [], more: false });
  });
});

describe('purgeConversation', () => {
  it('purges messages in several calls, and returns false only from the last one', async () => {
    // Each message has two items, and one call deletes up to 100. So the first two calls delete 100 and 2 items.
    const { conversation } = await createConversation(51, 'Ahoy');

    expect(await purgeConversation(conversation)).toBe(true);
    expect(await purgeConversation(conversation)).toBe(true);
    expect(await purgeConversation(conversation)).toBe(false);
  });
});
