import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { table } from './client.ts';
import {
  buildInboxUpdate,
  countUnread,
  getInboxRow,
  getInboxRows,
  type InboxRow,
  moveWatermark,
  readInbox,
} from './inbox.ts';
import { buildMessagePuts, findSentMessage, purgeConversation, readMessages } from './message.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterEach(() => vi.useRealTimers());
afterAll(() => stopTable());

const formatTime = (second: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString();

const buildMessage = (sender: string, recipient: string, messageId = ulid(), content = 'Ahoy', second = 0) => ({
  messageId,
  clientMessageId: messageId,
  conversation: `${sender}_${recipient}`,
  sender,
  recipient,
  content,
  timestamp: formatTime(second),
});

type Message = ReturnType<typeof buildMessage>;

/** Records a message in a member's inbox. `before` is the ID of the last message as it was read. */
async function record(
  userId: string,
  message: Message,
  before?: string,
  sending?: Parameters<typeof buildInboxUpdate>[3],
) {
  const partnerId = message.sender === userId ? message.recipient : message.sender;
  return transact(() => [buildInboxUpdate({ userId, otherId: partnerId }, message, before, sending)]);
}

describe('buildInboxUpdate', () => {
  it('stores the last message, the list, and the rate of sending in the row of the sender', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const message = buildMessage(ada, ben);
    await record(ada, message, undefined, { sendingSecond: 7, sentWithin: 1 });

    const ownRow = await getInboxRow(ada, ben);
    expect(ownRow).toMatchObject({
      lastMessageId: message.messageId,
      lastMessage: { content: 'Ahoy', senderId: ada, timestamp: formatTime(0) },
      list: `INBOX#${ada}`,
      textOrder: formatTime(0),
      userId: ada,
      otherId: ben,
      unreadCount: 0,
      sendingSecond: 7,
      sentWithin: 1,
    });
    expect(ownRow).not.toHaveProperty('lastReceivedId');
  });

  it("counts a partner's message as unread, but not the member's own", async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const firstMessage = buildMessage(ada, ben);
    await record(ada, firstMessage);
    await record(ben, firstMessage);

    expect(await getInboxRow(ada, ben)).toMatchObject({ unreadCount: 0 });
    expect(await getInboxRow(ben, ada)).toMatchObject({ unreadCount: 1, lastReceivedId: firstMessage.messageId });

    // An own reply doesn't mark the partner's message as read.
    const reply = buildMessage(ben, ada, incrementBase32(firstMessage.messageId));
    await record(ben, reply, firstMessage.messageId);
    await record(ada, reply, firstMessage.messageId);

    expect(await getInboxRow(ben, ada)).toMatchObject({ unreadCount: 1, lastReceivedId: firstMessage.messageId });
    expect(await getInboxRow(ada, ben)).toMatchObject({ unreadCount: 1, lastReceivedId: reply.messageId });
  });

  it('fails if another message was stored after the row was read', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const firstMessage = buildMessage(ada, ben);
    const secondMessage = buildMessage(ada, ben);
    await record(ada, firstMessage);

    expect(await record(ada, secondMessage)).toEqual({ failed: [true] });
    expect(await record(ada, secondMessage, 'other')).toEqual({ failed: [true] });
  });

  it.each([
    ['x'.repeat(121), 'x'.repeat(120)],
    ['🐠'.repeat(121), '🐠'.repeat(120)],
    ['x'.repeat(119), 'x'.repeat(119)],
  ])('stores a preview of at most 120 characters (%#)', async (content, preview) => {
    const ada = randomUUID();
    const ben = randomUUID();

    await record(ada, buildMessage(ada, ben, ulid(), content));

    expect((await getInboxRow(ada, ben))?.lastMessage.content).toBe(preview);
  });
});

describe('moveWatermark', () => {
  it('returns undefined without a conversation', async () => {
    expect(await moveWatermark(randomUUID(), randomUUID(), ulid())).toBeUndefined();
  });

  it('moves to a message, but not past the last one', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const firstMessage = buildMessage(ben, ada);
    const ownMessage = buildMessage(ada, ben, incrementBase32(firstMessage.messageId));
    await record(ada, firstMessage);
    await record(ada, ownMessage, firstMessage.messageId);

    expect(await moveWatermark(ada, ben, firstMessage.messageId)).toEqual({
      outcome: 'moved',
      readUpTo: firstMessage.messageId,
    });
    expect(await getInboxRow(ada, ben)).toMatchObject({ readUpTo: firstMessage.messageId, unreadCount: 0 });

    expect(await moveWatermark(ada, ben, '~')).toEqual({ outcome: 'moved', readUpTo: ownMessage.messageId });
    expect(await getInboxRow(ada, ben)).toMatchObject({ readUpTo: ownMessage.messageId });
    expect(await moveWatermark(ada, ben, '~')).toEqual({ outcome: 'unmoved', readUpTo: ownMessage.messageId });
  });

  it('throws if the table fails', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    await record(ada, buildMessage(ben, ada));
    beforeNext(table, 'UpdateItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(moveWatermark(ada, ben, '~')).rejects.toThrow('The table is down.');
  });
});

/** Creates a member with three conversations. The member sends the second message, so it isn't unread. */
async function createInbox(): Promise<string> {
  const userId = randomUUID();
  await record(userId, buildMessage('p1', userId, ulid(), '', 0));
  await record(userId, buildMessage(userId, 'p2', ulid(), '', 1));
  await record(userId, buildMessage('p3', userId, ulid(), '', 2));
  return userId;
}

describe('readInbox', () => {
  it('returns conversations over all pages, latest first, with their unread counts', async () => {
    const ada = await createInbox();

    const firstPage = await readInbox(ada, 2);
    expect(firstPage).toMatchObject({ rows: [{ otherId: 'p3' }, { otherId: 'p2' }], unread: 1 });
    expect(await readInbox(ada, 2, firstPage.next!)).toMatchObject({
      rows: [{ otherId: 'p1' }],
      unread: 1,
      next: null,
    });
    expect((await readInbox(ada, 3)).next).toBeNull();
    expect((await readInbox(ada, 2, {})).rows).toEqual(firstPage.rows);
  });
});

describe('countUnread', () => {
  it('counts the unread conversations of a member', async () => {
    const ada = await createInbox();

    expect(await countUnread(ada)).toBe(2);
    expect(await countUnread(randomUUID())).toBe(0);
  });
});

describe('getInboxRows', () => {
  it('returns the existing rows of these partners', async () => {
    const ada = await createInbox();

    expect([...(await getInboxRows(ada, ['p1', 'p3', 'p9'])).keys()].sort()).toEqual(['p1', 'p3']);
  });
});

describe('the order of conversations', () => {
  /** Stores a message of each partner at these seconds of one day. Returns the partners, page by page. */
  async function storeAndReadPages(seconds: readonly number[], limit: number): Promise<string[][]> {
    const ada = randomUUID();
    for (const [number, second] of seconds.entries()) {
      const message = buildMessage(`p${number}`, ada);
      await record(ada, { ...message, timestamp: new Date(Date.UTC(2026, 10, 22) + 1000 * second).toISOString() });
    }

    const pages: string[][] = [];
    let next: Parameters<typeof readInbox>[2];
    do {
      const page = await readInbox(ada, limit, next);
      pages.push(page.rows.map(({ otherId }) => otherId));
      next = page.next ?? undefined;
    } while (next);

    return pages;
  }

  it('orders conversations exactly within and across periods of ten minutes, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(3600), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (seconds, limit) => {
          const expected = [...seconds.entries()].sort(([, a], [, b]) => b - a).map(([number]) => `p${number}`);
          const pages = await storeAndReadPages(seconds, limit);

          expect(pages.flat()).toEqual(expected);
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('orders many conversations of one period exactly over all pages', async () => {
    const seconds = Array.from({ length: 30 }, (_, number) => number * 7);

    const pages = await storeAndReadPages(seconds, 4);

    expect(pages.flat()).toEqual(seconds.map((_, number) => `p${29 - number}`));
  });

  it("keeps a conversation's place in the index while messages arrive within one period", async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const firstMessage = { ...buildMessage(ben, ada), timestamp: '2026-11-22T10:10:00.000Z' };
    await record(ada, firstMessage);
    const rowBefore = (await getInboxRow(ada, ben)) as InboxRow & { textOrder: string };

    const secondMessage = {
      ...buildMessage(ben, ada, incrementBase32(firstMessage.messageId)),
      timestamp: '2026-11-22T10:19:59.999Z',
    };
    await record(ada, secondMessage, firstMessage.messageId);

    const rowAfter = (await getInboxRow(ada, ben)) as InboxRow & { textOrder: string };
    expect(rowBefore.textOrder).toBe(firstMessage.timestamp);
    expect(rowAfter.textOrder).toBe(firstMessage.timestamp);
    expect(rowAfter.lastMessage.timestamp).toBe(secondMessage.timestamp);
  });
});

describe('messages', () => {
  it('finds a message by the client message ID of its sender for a week', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_900 });
    const message = buildMessage(randomUUID(), randomUUID());
    const [, mapping] = buildMessagePuts(message);
    const expiresAt = 1_800_000_000 + 7 * DAY_SECONDS;
    expect(mapping?.Put?.Item).toMatchObject({ messageId: message.messageId, expiresAt });

    await transact(() => buildMessagePuts(message));

    const { conversation, sender, recipient, clientMessageId } = message;
    expect(await findSentMessage(conversation, sender, clientMessageId)).toMatchObject(message);
    expect(await findSentMessage(conversation, recipient, clientMessageId)).toBeUndefined();

    const repeatedMessage = { ...message, messageId: incrementBase32(message.messageId) };
    expect(await transact(() => buildMessagePuts(repeatedMessage))).toEqual({ failed: [false, true] });
  });

  it('reads messages in both directions, in pages that state whether more messages exist', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const ids = [ulid()];
    while (ids.length < 3) ids.push(incrementBase32(ids.at(-1)!));
    for (const id of ids) await transact(() => buildMessagePuts(buildMessage(ada, ben, id)));

    const read = async (range: Parameters<typeof readMessages>[1], limit: number) => {
      const { messages, more } = await readMessages(`${ada}_${ben}`, range, limit);
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

  it('purges messages in several calls, and returns false only from the last one', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    for (let count = 0; count < 51; count++) await transact(() => buildMessagePuts(buildMessage(ada, ben)));

    expect(await purgeConversation(`${ada}_${ben}`)).toBe(true);
    expect(await purgeConversation(`${ada}_${ben}`)).toBe(true);
    expect(await purgeConversation(`${ada}_${ben}`)).toBe(false);
  });
});
