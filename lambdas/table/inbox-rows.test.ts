import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterEach(() => vi.useRealTimers());
afterAll(() => stop());

const time = (second: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString();

const messageOf = (sender: string, recipient: string, messageId = ulid(), content = 'Ahoy', second = 0) => {
  const about = { messageId, clientMessageId: messageId, conversation: `${sender}_${recipient}`, sender, recipient };
  return { ...about, content, timestamp: time(second) };
};

type Message = ReturnType<typeof messageOf>;

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
  it('counts a received message as unread, and an own message not', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    const first = messageOf(ada, ben);
    await record(ada, first, undefined, { sendingSecond: 7, sentWithin: 1 });
    await record(ben, first);
    const lastMessage = { content: 'Ahoy', senderId: ada, timestamp: time(0) };
    const row = { lastMessageId: first.messageId, lastMessage, list: `INBOX#${ada}`, textOrder: time(0) };
    const ownRow = await getInboxRow(ada, ben);

    expect(ownRow).toMatchObject({
      ...row,
      userId: ada,
      otherId: ben,
      unreadCount: 0,
      sendingSecond: 7,
      sentWithin: 1,
    });
    expect(ownRow).not.toHaveProperty('lastReceivedId');
    expect(await getInboxRow(ben, ada)).toMatchObject({ unreadCount: 1, lastReceivedId: first.messageId });

    // An own reply doesn't mark the partner's message as read.
    const reply = messageOf(ben, ada, incrementBase32(first.messageId));
    await record(ben, reply, first.messageId);
    await record(ada, reply, first.messageId);

    expect(await getInboxRow(ben, ada)).toMatchObject({ unreadCount: 1, lastReceivedId: first.messageId });
    expect(await getInboxRow(ada, ben)).toMatchObject({ unreadCount: 1, lastReceivedId: reply.messageId });
  });

  it('fails if another message was stored after the row was read', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    const [first, second] = [messageOf(ada, ben), messageOf(ada, ben)];
    await record(ada, first);
    expect(await record(ada, second)).toEqual({ failed: [true] });
    expect(await record(ada, second, 'other')).toEqual({ failed: [true] });
  });

  it.each([
    ['x'.repeat(121), 'x'.repeat(120)],
    ['🐠'.repeat(121), '🐠'.repeat(120)],
    ['x'.repeat(119), 'x'.repeat(119)],
  ])('stores a preview of at most 120 characters (%#)', async (content, preview) => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await record(ada, messageOf(ada, ben, ulid(), content));
    expect((await getInboxRow(ada, ben))?.lastMessage.content).toBe(preview);
  });
});

describe('moveWatermark', () => {
  it("moves within the partner's messages, ignores the member's own, and needs a conversation", async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    const first = messageOf(ben, ada);
    const ownMessage = messageOf(ada, ben, incrementBase32(first.messageId));
    expect(await moveWatermark(ada, ben, first.messageId)).toBeUndefined();

    await record(ada, first);
    await record(ada, ownMessage, first.messageId);

    expect(await moveWatermark(ada, ben, first.messageId)).toEqual({ outcome: 'moved', readUpTo: first.messageId });
    expect(await getInboxRow(ada, ben)).toMatchObject({ readUpTo: first.messageId, unreadCount: 0 });
    expect(await moveWatermark(ada, ben, '~')).toEqual({ outcome: 'moved', readUpTo: ownMessage.messageId });
    expect(await getInboxRow(ada, ben)).toMatchObject({ readUpTo: ownMessage.messageId });
    expect(await moveWatermark(ada, ben, '~')).toEqual({ outcome: 'unmoved', readUpTo: ownMessage.messageId });
  });

  it('throws if the table fails', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await record(ada, messageOf(ben, ada));
    beforeNext(table, 'UpdateItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(moveWatermark(ada, ben, '~')).rejects.toThrow('The table is down.');
  });
});

describe('readInbox', () => {
  it('returns conversations over all pages, latest first, with their unread counts', async () => {
    const ada = randomUUID();
    const partners = ['p1', 'p2', 'p3'];
    for (const [second, partner] of partners.entries()) {
      const message =
        partner === 'p2' ? messageOf(ada, partner, ulid(), '', second) : messageOf(partner, ada, ulid(), '', second);
      await record(ada, message);
    }
    const first = await readInbox(ada, 2);

    expect(first).toMatchObject({ rows: [{ otherId: 'p3' }, { otherId: 'p2' }], unread: 1 });
    expect(await readInbox(ada, 2, first.next!)).toMatchObject({ rows: [{ otherId: 'p1' }], unread: 1, next: null });
    expect((await readInbox(ada, 3)).next).toBeNull();
    expect((await readInbox(ada, 2, {})).rows).toEqual(first.rows);
    expect(await countUnread(ada)).toBe(2);
    expect(await countUnread(randomUUID())).toBe(0);
    expect([...(await getInboxRows(ada, ['p1', 'p3', 'p9'])).keys()].sort()).toEqual(['p1', 'p3']);
  });
});

describe('the order of conversations', () => {
  /** Receives a message from each partner at these seconds of one day, and returns the partners, page by page. */
  async function pagesOf(seconds: readonly number[], limit: number): Promise<string[][]> {
    const ada = randomUUID();
    for (const [number, second] of seconds.entries()) {
      const message = messageOf(`p${number}`, ada);
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

  it('is exact within and across periods of ten minutes, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(3600), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (seconds, limit) => {
          const expected = [...seconds.entries()].sort(([, a], [, b]) => b - a).map(([number]) => `p${number}`);
          const pages = await pagesOf(seconds, limit);
          expect(pages.flat()).toEqual(expected);
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('pages through many conversations of one period', async () => {
    const seconds = Array.from({ length: 30 }, (_, number) => number * 7);
    const pages = await pagesOf(seconds, 4);
    expect(pages.flat()).toEqual(seconds.map((_, number) => `p${29 - number}`));
  });

  it('stays in the index while messages of one period follow each other', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    const first = { ...messageOf(ben, ada), timestamp: '2026-11-22T10:10:00.000Z' };
    await record(ada, first);
    const before = (await getInboxRow(ada, ben)) as InboxRow & { textOrder: string };
    const second = { ...messageOf(ben, ada, incrementBase32(first.messageId)), timestamp: '2026-11-22T10:19:59.999Z' };

    await record(ada, second, first.messageId);
    const after = (await getInboxRow(ada, ben)) as InboxRow & { textOrder: string };

    expect([before.textOrder, after.textOrder]).toEqual([first.timestamp, first.timestamp]);
    expect(after.lastMessage.timestamp).toBe(second.timestamp);
  });
});

describe('messages', () => {
  it('are found by client message ID for a week, per sender', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_900 });
    const message = messageOf(randomUUID(), randomUUID());
    const [, mapping] = buildMessagePuts(message);
    expect(mapping?.Put?.Item).toMatchObject({ messageId: message.messageId, expiresAt: 1_800_000_000 + 7 * 86_400 });

    await transact(() => buildMessagePuts(message));
    const { conversation, sender, recipient, clientMessageId } = message;
    expect(await findSentMessage(conversation, sender, clientMessageId)).toMatchObject(message);
    expect(await findSentMessage(conversation, recipient, clientMessageId)).toBeUndefined();

    const again = { ...message, messageId: incrementBase32(message.messageId) };
    expect(await transact(() => buildMessagePuts(again))).toEqual({ failed: [false, true] });
  });

  it('are returned in pages that tell whether more exist, in both directions', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    const ids = [ulid()];
    while (ids.length < 3) ids.push(incrementBase32(ids.at(-1)!));
    for (const id of ids) await transact(() => buildMessagePuts(messageOf(ada, ben, id)));
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

  it('are purged in pages', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    for (let count = 0; count < 51; count++) await transact(() => buildMessagePuts(messageOf(ada, ben)));
    expect(await purgeConversation(`${ada}_${ben}`)).toBe(true);
    expect(await purgeConversation(`${ada}_${ben}`)).toBe(true);
    expect(await purgeConversation(`${ada}_${ben}`)).toBe(false);
  });
});
