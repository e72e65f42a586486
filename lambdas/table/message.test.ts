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

/** Stores messages in a new conversation and returns its ID and theirs, oldest first. */
async function conversationOf(count: number, content: string): Promise<{ conversation: string; ids: string[] }> {
  const conversation = `a_${randomUUID()}`;
  const ids: string[] = [];
  for (let id = ulid(); ids.length < count; id = incrementBase32(id)) {
    ids.push(id);
    const about = { messageId: id, clientMessageId: id, conversation, sender: 'a', recipient: 'b', content };
    await transact(() => messages.buildMessagePuts({ ...about, timestamp: new Date().toISOString() }));
  }
  return { conversation, ids };
}

describe('readMessages', () => {
  it('returns every message over all pages, even if a page exceeds the 1 MB that DynamoDB reads at once', async () => {
    const { conversation, ids } = await conversationOf(50, '海'.repeat(10_000));
    const newer: string[] = [];
    for (let more = true; more; ) {
      const page = await messages.readMessages(conversation, { after: newer.at(-1) ?? '0'.repeat(26) }, 100);
      newer.push(...page.messages.map(({ messageId }) => messageId));
      more = page.more;
    }
    expect(newer).toEqual(ids);

    const older: string[] = [];
    for (let more = true; more; ) {
      const page = await messages.readMessages(conversation, { before: older[0] }, 100);
      older.unshift(...page.messages.map(({ messageId }) => messageId));
      more = page.more;
    }

    expect(older).toEqual(ids);
  });

  it('returns the messages between two IDs, and none if the first is not before the second', async () => {
    const { conversation, ids } = await conversationOf(4, 'Ahoy');
    const between = async (after?: string, before?: string) => {
      const page = await messages.readMessages(conversation, { after, before }, 10);
      return [page.messages.map(({ messageId }) => messageId), page.more];
    };

    expect(await between(ids[0], ids[3])).toEqual([ids.slice(1, 3), false]);
    expect(await between(ids[1], ids[1])).toEqual([[], false]);
    expect(await between(ids[3], ids[0])).toEqual([[], false]);
  });
});
