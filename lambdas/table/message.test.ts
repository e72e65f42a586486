import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIN_MESSAGE_ID } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { buildMessagePuts, readMessages } from './message.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Maximum number of messages in a page. Exceeds those of each test, so that only DynamoDB ends a page early. */
const PAGE_LIMIT = 100;

/** Stores messages with this text in a new conversation. Returns its ID, and the messages' IDs, oldest first. */
async function createConversation(count: number, content: string): Promise<{ conversation: string; ids: string[] }> {
  const conversation = `a_${randomUUID()}`;
  const ids: string[] = [];

  for (let id = ulid(); ids.length < count; id = incrementBase32(id)) {
    ids.push(id);
    const message = {
      messageId: id,
      clientMessageId: id,
      conversation,
      sender: 'a',
      recipient: 'b',
      content,
      timestamp: new Date().toISOString(),
    };
    await transact(() => buildMessagePuts(message));
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

describe('readMessages', () => {
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
