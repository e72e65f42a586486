/** Tests of the inbox row that each participant of a conversation has: its last message, unread count, and order. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { buildInboxUpdate, getInboxRow, getInboxRows, type InboxRow } from './inbox.ts';
import { countUnread, readInbox } from './inbox-page.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Returns a time on one day, by its second. */
const formatTime = (second: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString();

/** Builds a message with its ID as its client message ID. */
const buildMessage = (
  sender: string,
  recipient: string,
  { messageId = ulid(), content = 'Ahoy', second = 0 } = {},
) => ({
  messageId,
  clientMessageId: messageId,
  conversation: `${sender}_${recipient}`,
  sender,
  recipient,
  content,
  timestamp: formatTime(second),
});

type Message = ReturnType<typeof buildMessage>;

/** Records a message in a member's inbox row, whose last message had this ID when it was read. */
async function record(
  userId: string,
  message: Message,
  lastMessageId?: string,
  sendRate?: Parameters<typeof buildInboxUpdate>[3],
) {
  const partnerId = message.sender === userId ? message.recipient : message.sender;
  return transact(() => [buildInboxUpdate({ userId, otherId: partnerId }, message, lastMessageId, sendRate)]);
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
    const reply = buildMessage(ben, ada, { messageId: incrementBase32(firstMessage.messageId) });
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
    ['119 letters', 'x'.repeat(119), 'x'.repeat(119)],
    ['121 letters', 'x'.repeat(121), 'x'.repeat(120)],
    // An emoji has two UTF-16 units.
    ['121 emoji', '🐠'.repeat(121), '🐠'.repeat(120)],
  ])('stores a preview of at most 120 characters of a message of %s', async (_case, content, preview) => {
    const ada = randomUUID();
    const ben = randomUUID();

    await record(ada, buildMessage(ada, ben, { content }));

    expect((await getInboxRow(ada, ben))?.lastMessage.content).toBe(preview);
  });
});

/**
 * Creates a member with three conversations, with p1, p2, and p3, the latest last. The member sends the message to p2,
 * so only the other two conversations are unread.
 */
async function createInbox(): Promise<string> {
  const userId = randomUUID();
  await record(userId, buildMessage('p1', userId, { second: 0 }));
  await record(userId, buildMessage(userId, 'p2', { second: 1 }));
  await record(userId, buildMessage('p3', userId, { second: 2 }));
  return userId;
}

describe('readInbox', () => {
  it('returns conversations over all pages, latest first, with their unread counts', async () => {
    const ada = await createInbox();

    const firstPage = await readInbox(ada, 2);
    // The unread conversation of this page is the one with p3.
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

// The index orders conversations by periods of ten minutes, and `readInbox` orders the rows of a period.
describe('the order of conversations', () => {
  /** Stores a message of each partner at these seconds of one day. Returns the partners, page by page. */
  async function storeAndReadPages(seconds: readonly number[], limit: number): Promise<string[][]> {
    const ada = randomUUID();
    for (const [number, second] of seconds.entries()) {
      await record(ada, buildMessage(`p${number}`, ada, { second }));
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
          const expectedPartners = [...seconds.entries()].sort(([, a], [, b]) => b - a).map(([number]) => `p${number}`);
          const pages = await storeAndReadPages(seconds, limit);

          expect(pages.flat()).toEqual(expectedPartners);
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('orders many conversations of one period exactly over all pages', async () => {
    const seconds = Array.from({ length: 30 }, (_, number) => number * 7);

    const pages = await storeAndReadPages(seconds, 4);

    expect(pages.flat()).toEqual(seconds.map((_, number) => `p${seconds.length - 1 - number}`));
  });

  it("keeps a conversation's place in the index while messages arrive within one period", async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    const firstMessage = { ...buildMessage(ben, ada), timestamp: '2026-11-22T10:10:00.000Z' };
    await record(ada, firstMessage);
    const rowBefore = (await getInboxRow(ada, ben)) as InboxRow & { textOrder: string };

    const secondMessage = {
      ...buildMessage(ben, ada, { messageId: incrementBase32(firstMessage.messageId) }),
      timestamp: '2026-11-22T10:19:59.999Z',
    };
    await record(ada, secondMessage, firstMessage.messageId);

    const rowAfter = (await getInboxRow(ada, ben)) as InboxRow & { textOrder: string };
    expect(rowBefore.textOrder).toBe(firstMessage.timestamp);
    expect(rowAfter.textOrder).toBe(firstMessage.timestamp);
    expect(rowAfter.lastMessage.timestamp).toBe(secondMessage.timestamp);
  });
});
