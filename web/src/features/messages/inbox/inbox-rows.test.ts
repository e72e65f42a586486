import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../../../../../shared/contract/messages.ts';
import {
  type InboxPage,
  type InboxUpdates,
  inboxRows,
  unreadTotal,
  withMessageUpdate,
  withReadUpdate,
} from './inbox-rows.ts';

const ME = 'me';
const NO_UPDATES: InboxUpdates = new Map();
const idOf = (number: number) => `01M${String(number).padStart(4, '0')}`;
const timeOf = (number: number) => new Date(number * 1000).toISOString();

const newMessage = (number: number, partnerId: string, own = false): Message => ({
  id: idOf(number),
  clientMessageId: `client-${number}`,
  sender: own ? ME : partnerId,
  recipient: own ? partnerId : ME,
  content: `Message ${number}`,
  timestamp: timeOf(number),
});

const newConversation = (partnerId: string, number: number, unreadCount = 0, own = false): Conversation => ({
  id: [ME, partnerId].sort().join('_'),
  user: { id: partnerId, username: partnerId.toUpperCase(), profilePicture: '', depth: 1 },
  lastMessage: {
    id: idOf(number),
    content: `Message ${number}`,
    senderId: own ? ME : partnerId,
    timestamp: timeOf(number),
  },
  lastUpdated: timeOf(number),
  unreadCount,
});

const newPage = (unread: number, ...conversations: Conversation[]): InboxPage => ({
  conversations,
  unreadTotal: unread,
  cursor: 'more',
});
const summarize = (pages: readonly InboxPage[], updates: InboxUpdates) =>
  inboxRows(pages, updates).map(({ userId, lastMessage, unreadCount }) => [userId, lastMessage.content, unreadCount]);

describe('inboxRows and unreadTotal', () => {
  const pages = [newPage(1, newConversation('bo', 5, 1), newConversation('ada', 3))];

  it('shows the rows of the server without updates', () => {
    expect(summarize(pages, NO_UPDATES)).toEqual([
      ['bo', 'Message 5', 1],
      ['ada', 'Message 3', 0],
    ]);
    expect(unreadTotal(pages, NO_UPDATES)).toBe(1);
  });

  it('moves the partner of a new message to the top, unread', () => {
    const updates = withMessageUpdate(NO_UPDATES, 'ada', newMessage(6, 'ada'));
    expect(summarize(pages, updates)).toEqual([
      ['ada', 'Message 6', 1],
      ['bo', 'Message 5', 1],
    ]);
    expect(unreadTotal(pages, updates)).toBe(2);
  });

  it('counts the rows instead of the total of the server when all pages are loaded', () => {
    const staleTotal = newPage(2, newConversation('bo', 5, 1), newConversation('ada', 3));
    expect(unreadTotal([staleTotal], NO_UPDATES)).toBe(2);
    expect(unreadTotal([{ ...staleTotal, cursor: null }], NO_UPDATES)).toBe(1);
  });

  it('counts 1 for a conversation with several unread messages', () => {
    const updates = [6, 7, 8].reduce(
      (merged, number) => withMessageUpdate(merged, 'bo', newMessage(number, 'bo')),
      NO_UPDATES,
    );
    expect(unreadTotal(pages, updates)).toBe(1);
  });

  it('removes the badge when the messages are read, and shows it again for the next one', () => {
    const read = withReadUpdate(NO_UPDATES, 'bo', idOf(5));
    expect(unreadTotal(pages, read)).toBe(0);
    expect(unreadTotal(pages, withMessageUpdate(read, 'bo', newMessage(6, 'bo')))).toBe(1);
    expect(unreadTotal(pages, withReadUpdate(NO_UPDATES, 'bo', idOf(4)))).toBe(1);
  });

  it("keeps a row unread after the viewer's own message", () => {
    const updates = withMessageUpdate(NO_UPDATES, 'bo', newMessage(6, 'bo', true));
    expect(summarize(pages, updates)[0]).toEqual(['bo', 'Message 6', 1]);
  });

  it('adds a row for a new partner, and counts it once after the server returns it', () => {
    const updates = withMessageUpdate(NO_UPDATES, 'cleo', newMessage(9, 'cleo'));
    expect(inboxRows(pages, updates)[0]).toMatchObject({ userId: 'cleo', user: undefined, unreadCount: 1 });
    expect(unreadTotal(pages, updates)).toBe(2);
    const refetched = [newPage(2, newConversation('cleo', 9, 1), ...pages[0]!.conversations)];
    expect(unreadTotal(refetched, updates)).toBe(2);
    expect(inboxRows(refetched, updates)[0]?.user?.username).toBe('CLEO');
  });

  it('waits for the next page before it shows an older conversation with updates', () => {
    const updates = ['ada', 'cleo'].reduce(
      (merged, partnerId, index) => withMessageUpdate(merged, partnerId, newMessage(1 + index, partnerId)),
      NO_UPDATES,
    );
    const first = [newPage(3, newConversation('bo', 5, 1))];
    expect(summarize(first, updates)).toEqual([['bo', 'Message 5', 1]]);
    expect(unreadTotal(first, updates)).toBe(3);
    const all = [
      ...first,
      { ...newPage(3, newConversation('cleo', 2, 1), newConversation('ada', 1, 1)), cursor: null },
    ];
    expect(summarize(all, updates).map(([userId]) => userId)).toEqual(['bo', 'cleo', 'ada']);
    expect(unreadTotal(all, updates)).toBe(3);
  });

  it('counts unread conversations on pages that are not loaded', () => {
    const first = [newPage(7, newConversation('bo', 5, 1))];
    expect(unreadTotal(first, NO_UPDATES)).toBe(7);
    expect(unreadTotal(first, withReadUpdate(NO_UPDATES, 'bo', idOf(5)))).toBe(6);
    expect(unreadTotal([...first, newPage(7, newConversation('ada', 3, 1))], NO_UPDATES)).toBe(7);
  });

  it('merges conversations with the same partner: the latest message, and all unread counts', () => {
    const [bo, again] = [newConversation('bo', 5, 1), { ...newConversation('bo', 4, 1), id: 'bo_me_2' }];
    expect(summarize([newPage(2, bo, again)], NO_UPDATES)).toEqual([['bo', 'Message 5', 2]]);
    expect(summarize([newPage(2, again, bo)], NO_UPDATES)).toEqual([['bo', 'Message 5', 2]]);
  });

  it('shows a conversation once if it moves to another page between requests', () => {
    const twice = [newPage(1, newConversation('bo', 5)), newPage(1, newConversation('bo', 4, 1))];
    expect(summarize(twice, NO_UPDATES)).toEqual([['bo', 'Message 5', 0]]);
  });

  it('caps the unread total', () => {
    const page = newPage(100, newConversation('bo', 5));
    expect(unreadTotal([page], withMessageUpdate(NO_UPDATES, 'ada', newMessage(6, 'ada')))).toBe(100);
  });
});

type UpdateEvent = { readonly partnerId: string; readonly number: number; readonly kind: 'partner' | 'own' | 'read' };

const updateEvents: fc.Arbitrary<UpdateEvent[]> = fc.uniqueArray(
  fc.record({
    partnerId: fc.constantFrom('ada', 'bo'),
    number: fc.nat(30),
    kind: fc.constantFrom('partner' as const, 'own' as const, 'read' as const),
  }),
  { selector: ({ number }) => number, maxLength: 15 },
);

const apply = (events: readonly UpdateEvent[]) =>
  events.reduce<InboxUpdates>((updates, { partnerId, number, kind }) => {
    if (kind === 'read') return withReadUpdate(updates, partnerId, idOf(number));
    return withMessageUpdate(updates, partnerId, newMessage(number, partnerId, kind === 'own'));
  }, NO_UPDATES);

describe('inbox updates', () => {
  it('yields the same rows for any order and repetition of updates', () => {
    fc.assert(
      fc.property(updateEvents, fc.nat(1000), fc.nat(30), (events, factor, number) => {
        const pages = [newPage(1, newConversation('ada', number, 1))];
        const shuffled = events.toSorted((one, other) => ((one.number * factor) % 31) - ((other.number * factor) % 31));
        expect(inboxRows(pages, apply([...shuffled, ...events]))).toEqual(inboxRows(pages, apply(events)));
      }),
    );
  });
});
