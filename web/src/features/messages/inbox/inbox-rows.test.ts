/**
 * Tests of the inbox's rows. They join pages of the server with updates from the socket, which can be newer or older
 * than the pages. The updates are new messages, and watermarks: the last message of a partner that the member has read.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../../../../../shared/contract/messages.ts';
import {
  buildInboxRows,
  countUnread,
  type InboxPage,
  type InboxUpdates,
  withMessageUpdate,
  withReadUpdate,
} from './inbox-rows.ts';

const ME = 'me';
const NO_UPDATES: InboxUpdates = new Map();
const idOf = (number: number) => `01M${String(number).padStart(4, '0')}`;
const timeOf = (number: number) => new Date(number * 1000).toISOString();

/** Builds a message of the conversation with a partner. Messages with higher numbers are newer. */
const buildMessage = (partnerId: string, number: number, { isOwn = false } = {}): Message => ({
  id: idOf(number),
  clientMessageId: `client-${number}`,
  sender: isOwn ? ME : partnerId,
  recipient: isOwn ? partnerId : ME,
  content: `Message ${number}`,
  timestamp: timeOf(number),
});

/** Builds a conversation whose last message is the partner's message with this number. */
const buildConversation = (partnerId: string, number: number, unreadCount = 0): Conversation => ({
  id: [ME, partnerId].sort().join('_'),
  user: { id: partnerId, username: partnerId.toUpperCase(), profilePicture: '', depth: 1 },
  lastMessage: {
    id: idOf(number),
    content: `Message ${number}`,
    senderId: partnerId,
    timestamp: timeOf(number),
  },
  lastUpdated: timeOf(number),
  unreadCount,
});

/** Builds a page with the server's unread total. A further page follows. */
const buildPage = (serverTotal: number, ...conversations: Conversation[]): InboxPage => ({
  conversations,
  unreadTotal: serverTotal,
  cursor: 'more',
});

/** Adds a message that the partner has sent. */
const withPartnerMessage = (updates: InboxUpdates, partnerId: string, number: number) =>
  withMessageUpdate(updates, partnerId, buildMessage(partnerId, number));

/** Adds a message that the member has sent. */
const withOwnMessage = (updates: InboxUpdates, partnerId: string, number: number) =>
  withMessageUpdate(updates, partnerId, buildMessage(partnerId, number, { isOwn: true }));

/** Returns the partner, the last text, and the unread count of each row. */
const summarize = (pages: readonly InboxPage[], updates: InboxUpdates) =>
  buildInboxRows(pages, updates).map(({ userId, lastMessage, unreadCount }) => [
    userId,
    lastMessage.content,
    unreadCount,
  ]);

/** The first page of most tests. Bo's message 5 is unread, and Ada's message 3 is read. */
const pages = [buildPage(1, buildConversation('bo', 5, 1), buildConversation('ada', 3))];

describe('rows of the server', () => {
  it('shows the rows of the server without updates', () => {
    expect(summarize(pages, NO_UPDATES)).toEqual([
      ['bo', 'Message 5', 1],
      ['ada', 'Message 3', 0],
    ]);
    expect(countUnread(pages, NO_UPDATES)).toBe(1);
  });

  it('counts the rows instead of the total of the server when all pages are loaded', () => {
    const stalePage = buildPage(2, buildConversation('bo', 5, 1), buildConversation('ada', 3));

    expect(countUnread([stalePage], NO_UPDATES)).toBe(2);
    expect(countUnread([{ ...stalePage, cursor: null }], NO_UPDATES)).toBe(1);
  });

  it('counts unread conversations on pages that are not loaded', () => {
    const firstPages = [buildPage(7, buildConversation('bo', 5, 1))];
    expect(countUnread(firstPages, NO_UPDATES)).toBe(7);
    expect(countUnread(firstPages, withReadUpdate(NO_UPDATES, 'bo', idOf(5)))).toBe(6);
    expect(countUnread([...firstPages, buildPage(7, buildConversation('ada', 3, 1))], NO_UPDATES)).toBe(7);
  });

  it('caps the unread total', () => {
    // The server counts up to 100, which the page shows as "99+".
    const page = buildPage(100, buildConversation('bo', 5));

    expect(countUnread([page], withPartnerMessage(NO_UPDATES, 'ada', 6))).toBe(100);
  });

  it('merges conversations with the same partner: the latest message, and all unread counts', () => {
    const newerConversation = buildConversation('bo', 5, 1);
    const olderConversation = { ...buildConversation('bo', 4, 1), id: 'bo_me_2' };

    expect(summarize([buildPage(2, newerConversation, olderConversation)], NO_UPDATES)).toEqual([
      ['bo', 'Message 5', 2],
    ]);
    expect(summarize([buildPage(2, olderConversation, newerConversation)], NO_UPDATES)).toEqual([
      ['bo', 'Message 5', 2],
    ]);
  });

  it('shows a conversation once if it moves to another page between requests', () => {
    const overlappingPages = [buildPage(1, buildConversation('bo', 5)), buildPage(1, buildConversation('bo', 4, 1))];
    expect(summarize(overlappingPages, NO_UPDATES)).toEqual([['bo', 'Message 5', 0]]);
  });

  it('shows the latest state of a conversation that two pages have', () => {
    const overlappingPages = [buildPage(1, buildConversation('bo', 4)), buildPage(1, buildConversation('bo', 5, 1))];
    expect(summarize(overlappingPages, NO_UPDATES)).toEqual([['bo', 'Message 5', 1]]);
  });
});

describe('new messages', () => {
  it('moves the partner of a new message to the top, unread', () => {
    const updates = withPartnerMessage(NO_UPDATES, 'ada', 6);

    expect(summarize(pages, updates)).toEqual([
      ['ada', 'Message 6', 1],
      ['bo', 'Message 5', 1],
    ]);
    expect(countUnread(pages, updates)).toBe(2);
  });

  it('counts a conversation with several unread messages once', () => {
    const updates = [6, 7, 8].reduce(
      (mergedUpdates, number) => withPartnerMessage(mergedUpdates, 'bo', number),
      NO_UPDATES,
    );

    expect(countUnread(pages, updates)).toBe(1);
  });

  it("keeps a row unread after the viewer's own message", () => {
    const updates = withOwnMessage(NO_UPDATES, 'bo', 6);
    expect(summarize(pages, updates)[0]).toEqual(['bo', 'Message 6', 1]);
  });

  it("shows the server's last message if the socket reports an older one", () => {
    expect(summarize(pages, withPartnerMessage(NO_UPDATES, 'bo', 4))[0]).toEqual(['bo', 'Message 5', 1]);
    expect(summarize(pages, withPartnerMessage(NO_UPDATES, 'ada', 2))[1]).toEqual(['ada', 'Message 3', 0]);
  });

  it("keeps the server's count for the message that it has counted", () => {
    expect(countUnread(pages, withPartnerMessage(NO_UPDATES, 'ada', 3))).toBe(1);
  });

  it('shows the first 120 characters of a long message', () => {
    const longMessage = { ...buildMessage('ada', 6), content: `${'🐙'.repeat(119)}ab` };

    const [row] = buildInboxRows(pages, withMessageUpdate(NO_UPDATES, 'ada', longMessage));

    expect(row?.lastMessage.content).toBe(`${'🐙'.repeat(119)}a`);
  });
});

describe('messages of new partners', () => {
  it('adds a row for a new partner, and counts it once after the server returns it', () => {
    const updates = withPartnerMessage(NO_UPDATES, 'cleo', 9);
    expect(buildInboxRows(pages, updates)[0]).toMatchObject({ userId: 'cleo', user: undefined, unreadCount: 1 });
    expect(countUnread(pages, updates)).toBe(2);

    const refetchedPages = [buildPage(2, buildConversation('cleo', 9, 1), ...pages[0]!.conversations)];
    expect(countUnread(refetchedPages, updates)).toBe(2);
    expect(buildInboxRows(refetchedPages, updates)[0]?.user?.username).toBe('CLEO');
  });

  it('counts a conversation once if its message arrived before the first page, which lacks it', () => {
    const firstPages = [buildPage(2, buildConversation('bo', 5, 1), buildConversation('ada', 2))];
    expect(countUnread(firstPages, withPartnerMessage(NO_UPDATES, 'cleo', 4))).toBe(2);
    expect(countUnread(firstPages, withPartnerMessage(NO_UPDATES, 'cleo', 6))).toBe(3);
  });

  it('shows messages that arrive before the first page, or in an empty inbox', () => {
    const updates = withPartnerMessage(NO_UPDATES, 'cleo', 1);

    for (const loadedPages of [[], [buildPage(0)], [{ ...buildPage(0), cursor: null }]]) {
      expect(summarize(loadedPages, updates)).toEqual([['cleo', 'Message 1', 1]]);
      expect(countUnread(loadedPages, updates)).toBe(1);
    }

    expect(countUnread([], NO_UPDATES)).toBe(0);
  });

  it('waits for the next page before it shows an older conversation with updates', () => {
    const updates = withPartnerMessage(withPartnerMessage(NO_UPDATES, 'ada', 1), 'cleo', 2);
    const firstPages = [buildPage(3, buildConversation('bo', 5, 1))];

    expect(summarize(firstPages, updates)).toEqual([['bo', 'Message 5', 1]]);
    expect(countUnread(firstPages, updates)).toBe(3);

    const lastPage = {
      ...buildPage(3, buildConversation('cleo', 2, 1), buildConversation('ada', 1, 1)),
      cursor: null,
    };
    const allPages = [...firstPages, lastPage];

    expect(summarize(allPages, updates).map(([userId]) => userId)).toEqual(['bo', 'cleo', 'ada']);
    expect(countUnread(allPages, updates)).toBe(3);
  });

  it('shows an old message of a new partner when all pages are loaded', () => {
    const allPages = [{ ...pages[0]!, cursor: null }];
    const updates = withPartnerMessage(NO_UPDATES, 'cleo', 1);

    expect(summarize(allPages, updates).at(-1)).toEqual(['cleo', 'Message 1', 1]);
  });
});

describe('watermarks of read messages', () => {
  it('removes the badge when the messages are read, and shows it again for the next one', () => {
    const readUpdates = withReadUpdate(NO_UPDATES, 'bo', idOf(5));
    expect(countUnread(pages, readUpdates)).toBe(0);
    expect(countUnread(pages, withPartnerMessage(readUpdates, 'bo', 6))).toBe(1);

    // The last message is after this watermark.
    expect(countUnread(pages, withReadUpdate(NO_UPDATES, 'bo', idOf(4)))).toBe(1);
  });

  it('shows a new message as read when its watermark arrives, in any order', () => {
    const messageFirst = withReadUpdate(withPartnerMessage(NO_UPDATES, 'ada', 6), 'ada', idOf(6));
    const watermarkFirst = withPartnerMessage(withReadUpdate(NO_UPDATES, 'ada', idOf(6)), 'ada', 6);

    expect(summarize(pages, messageFirst)[0]).toEqual(['ada', 'Message 6', 0]);
    expect(watermarkFirst).toEqual(messageFirst);

    const olderWatermark = withReadUpdate(messageFirst, 'ada', idOf(3));
    expect(summarize(pages, olderWatermark)[0]).toEqual(['ada', 'Message 6', 0]);
  });

  it("shows a new partner as read after the member's own message, or a watermark", () => {
    const ownUpdates = withOwnMessage(NO_UPDATES, 'cleo', 9);
    expect(summarize(pages, ownUpdates)[0]).toEqual(['cleo', 'Message 9', 0]);

    const readUpdates = withReadUpdate(withPartnerMessage(NO_UPDATES, 'cleo', 9), 'cleo', idOf(9));
    expect(summarize(pages, readUpdates)[0]).toEqual(['cleo', 'Message 9', 0]);
  });

  it('returns the same updates if a watermark does not move', () => {
    const readUpdates = withReadUpdate(NO_UPDATES, 'bo', idOf(5));
    expect(withReadUpdate(readUpdates, 'bo', idOf(5))).toBe(readUpdates);
    expect(withReadUpdate(readUpdates, 'bo', idOf(4))).toBe(readUpdates);
    expect(withReadUpdate(readUpdates, 'ada', idOf(4))).not.toBe(readUpdates);
  });
});

/** A message of the partner, a message of the member, or the member's watermark, at the message with this number. */
type UpdateEvent = { readonly partnerId: string; readonly number: number; readonly kind: 'partner' | 'own' | 'read' };

const updateEvents: fc.Arbitrary<UpdateEvent[]> = fc.uniqueArray(
  fc.record({
    partnerId: fc.constantFrom('ada', 'bo'),
    number: fc.nat(30),
    kind: fc.constantFrom('partner' as const, 'own' as const, 'read' as const),
  }),
  { selector: ({ number }) => number, maxLength: 15 },
);

/** Returns the updates after these events. */
const apply = (events: readonly UpdateEvent[]) =>
  events.reduce<InboxUpdates>((updates, { partnerId, number, kind }) => {
    if (kind === 'read') return withReadUpdate(updates, partnerId, idOf(number));
    return withMessageUpdate(updates, partnerId, buildMessage(partnerId, number, { isOwn: kind === 'own' }));
  }, NO_UPDATES);

/** Generates all events twice, in any order. */
const shuffleTwice = (events: readonly UpdateEvent[]) => {
  const allEvents = [...events, ...events];
  return fc.shuffledSubarray(allEvents, { minLength: allEvents.length, maxLength: allEvents.length });
};

describe('buildInboxRows after random updates', () => {
  it('returns the same rows for any order and repetition of updates', () => {
    const arrivals = updateEvents.chain((events) => fc.tuple(fc.constant(events), shuffleTwice(events)));

    fc.assert(
      fc.property(arrivals, fc.nat(30), ([events, shuffledEvents], number) => {
        const pages = [buildPage(1, buildConversation('ada', number, 1))];
        const orderedEvents = events.toSorted((a, b) => a.number - b.number);

        expect(buildInboxRows(pages, apply(shuffledEvents))).toEqual(buildInboxRows(pages, apply(orderedEvents)));
      }),
    );
  });

  it('counts a conversation as unread exactly if the partner has written after the watermark', () => {
    fc.assert(
      fc.property(updateEvents, (events) => {
        const rows = buildInboxRows([], apply(events));

        for (const partnerId of ['ada', 'bo']) {
          const partnerEvents = events.filter((event) => event.partnerId === partnerId);
          // The highest number of these events, or -1 without any.
          const lastNumber = (...kinds: string[]) => {
            const matches = partnerEvents.filter(({ kind }) => kinds.includes(kind));
            return Math.max(-1, ...matches.map(({ number }) => number));
          };

          const row = rows.find(({ userId }) => userId === partnerId);
          const lastMessageNumber = lastNumber('partner', 'own');
          expect(row?.lastMessage.id).toBe(lastMessageNumber < 0 ? undefined : idOf(lastMessageNumber));
          if (row) expect(row.unreadCount).toBe(lastNumber('partner') > lastNumber('read') ? 1 : 0);
        }
      }),
    );
  });
});
