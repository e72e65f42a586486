import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';

let stop: () => Promise<void>;
let messages: typeof import('./message.ts');
let transact: typeof import('./transaction.ts').transact;

beforeAll(async () => {
  stop = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  [messages, { transact }] = await Promise.all([import('./message.ts'), import('./transaction.ts')]);
});
afterAll(() => stop());

/** Stores messages in a new conversation. Returns the conversation's ID, and the messages' IDs, oldest first. */
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
    await transact(() => messages.buildMessagePuts(message));
  }

  return { conversation, ids };
}

describe('readMessages', () => {
  it('returns every message over all pages, even if a page exceeds the 1 MB of a DynamoDB response', async () => {
    const { conversation, ids } = await createConversation(50, '海'.repeat(10_000));

    const ascendingIds: string[] = [];
    for (let more = true; more; ) {
      const page = await messages.readMessages(conversation, { after: ascendingIds.at(-1) ?? '0'.repeat(26) }, 100);
      ascendingIds.push(...page.messages.map(({ messageId }) => messageId));
      more = page.more;
    }
    expect(ascendingIds).toEqual(ids);

    const descendingIds: string[] = [];
    for (let more = true; more; ) {
      const page = await messages.readMessages(conversation, { before: descendingIds[0] }, 100);
      descendingIds.unshift(...page.messages.map(({ messageId }) => messageId));
      more = page.more;
    }
    expect(descendingIds).toEqual(ids);
  });

  it('returns the messages between two IDs, and no messages if the first ID is not before the second', async () => {
    const { conversation, ids } = await createConversation(4, 'Ahoy');
    const readBetween = async (after?: string, before?: string) => {
      const page = await messages.readMessages(conversation, { after, before }, 10);
      return [page.messages.map(({ messageId }) => messageId), page.more];
    };

    expect(await readBetween(ids[0], ids[3])).toEqual([ids.slice(1, 3), false]);
    expect(await readBetween(ids[1], ids[1])).toEqual([[], false]);
    expect(await readBetween(ids[3], ids[0])).toEqual([[], false]);
  });
});
