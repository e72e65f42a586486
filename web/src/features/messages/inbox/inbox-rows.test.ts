import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../../../../../shared/contract/messages.ts';
import { type HeardOf, type InboxPage, inboxRows, unreadTotal, withHeardMessage, withHeardRead } from './inbox-rows.ts';

const ME = 'me';
const NOTHING: HeardOf = new Map();
const idOf = (number: number) => `01M${String(number).padStart(4, '0')}`;
const timeOf = (number: number) => new Date(number * 1000).toISOString();

const messageOf = (number: number, other: string, own = false): Message => ({
  id: idOf(number),
  clientMessageId: `client-${number}`,
  sender: own ? ME : other,
  recipient: own ? other : ME,
  content: `Message ${number}`,
  timestamp: timeOf(number),
});

const conversationOf = (other: string, number: number, unreadCount = 0, own = false): Conversation => ({
  id: [ME, other].sort().join('_'),
  user: { id: other, username: other.toUpperCase(), profilePicture: '', depth: 1 },
  lastMessage: {
    id: idOf(number),
    content: `Message ${number}`,
    senderId: own ? ME : other,
    timestamp: timeOf(number),
  },
  lastUpdated: timeOf(number),
  unreadCount,
});

const pageOf = (unread: number, ...conversations: Conversation[]): InboxPage => ({
  conversations,
  unreadTotal: unread,
  cursor: 'more',
});
const brief = (pages: readonly InboxPage[], heard: HeardOf) =>
  inboxRows(pages, heard).map(({ userId, lastMessage, unreadCount }) => [userId, lastMessage.content, unreadCount]);

describe('the inbox', () => {
  const pages = [pageOf(1, conversationOf('bo', 5, 1), conversationOf('ada', 3))];

  it('is as the server says while nothing else is known', () => {
    expect(brief(pages, NOTHING)).toEqual([
      ['bo', 'Message 5', 1],
      ['ada', 'Message 3', 0],
    ]);
    expect(unreadTotal(pages, NOTHING)).toBe(1);
  });

  it('moves whoever has just written to the top, unread', () => {
    const heard = withHeardMessage(NOTHING, 'ada', messageOf(6, 'ada'));
    expect(brief(pages, heard)).toEqual([
      ['ada', 'Message 6', 1],
      ['bo', 'Message 5', 1],
    ]);
    expect(unreadTotal(pages, heard)).toBe(2);
  });

  it('believes the rows, where they are all there, and not a sum that may be behind them', () => {
    const behind = pageOf(2, conversationOf('bo', 5, 1), conversationOf('ada', 3));
    expect(unreadTotal([behind], NOTHING)).toBe(2);
    expect(unreadTotal([{ ...behind, cursor: null }], NOTHING)).toBe(1);
  });

  it('counts one unread message of each, however many there are (decision 8)', () => {
    const heard = [6, 7, 8].reduce((held, number) => withHeardMessage(held, 'bo', messageOf(number, 'bo')), NOTHING);
    expect(unreadTotal(pages, heard)).toBe(1);
  });

  it('drops the badge of what was read here or elsewhere, and takes it for unread when more comes', () => {
    const read = withHeardRead(NOTHING, 'bo', idOf(5));
    expect(unreadTotal(pages, read)).toBe(0);
    expect(unreadTotal(pages, withHeardMessage(read, 'bo', messageOf(6, 'bo')))).toBe(1);
    expect(unreadTotal(pages, withHeardRead(NOTHING, 'bo', idOf(4)))).toBe(1);
  });

  it('is left unread by what the member writes without having looked', () => {
    const heard = withHeardMessage(NOTHING, 'bo', messageOf(6, 'bo', true));
    expect(brief(pages, heard)[0]).toEqual(['bo', 'Message 6', 1]);
  });

  it('has a row for somebody who writes for the first time, and does not count them twice', () => {
    const heard = withHeardMessage(NOTHING, 'cleo', messageOf(9, 'cleo'));
    expect(inboxRows(pages, heard)[0]).toMatchObject({ userId: 'cleo', user: undefined, unreadCount: 1 });
    expect(unreadTotal(pages, heard)).toBe(2);
    const answered = [pageOf(2, conversationOf('cleo', 9, 1), ...pages[0]!.conversations)];
    expect(unreadTotal(answered, heard)).toBe(2);
    expect(inboxRows(answered, heard)[0]?.user?.username).toBe('CLEO');
  });

  it('leaves to the next page who is on it, though the socket has told of them before', () => {
    const heard = ['ada', 'cleo'].reduce(
      (held, other, index) => withHeardMessage(held, other, messageOf(1 + index, other)),
      NOTHING,
    );
    const first = [pageOf(3, conversationOf('bo', 5, 1))];
    expect(brief(first, heard)).toEqual([['bo', 'Message 5', 1]]);
    expect(unreadTotal(first, heard)).toBe(3);
    const all = [...first, { ...pageOf(3, conversationOf('cleo', 2, 1), conversationOf('ada', 1, 1)), cursor: null }];
    expect(brief(all, heard).map(([who]) => who)).toEqual(['bo', 'cleo', 'ada']);
    expect(unreadTotal(all, heard)).toBe(3);
  });

  it('counts what lies further down than was asked for', () => {
    const first = [pageOf(7, conversationOf('bo', 5, 1))];
    expect(unreadTotal(first, NOTHING)).toBe(7);
    expect(unreadTotal(first, withHeardRead(NOTHING, 'bo', idOf(5)))).toBe(6);
    expect(unreadTotal([...first, pageOf(7, conversationOf('ada', 3, 1))], NOTHING)).toBe(7);
  });

  it('keeps the latest of several conversations with one person, with all that is unread', () => {
    const [bo, again] = [conversationOf('bo', 5, 1), { ...conversationOf('bo', 4, 1), id: 'bo_me_2' }];
    expect(brief([pageOf(2, bo, again)], NOTHING)).toEqual([['bo', 'Message 5', 2]]);
    expect(brief([pageOf(2, again, bo)], NOTHING)).toEqual([['bo', 'Message 5', 2]]);
  });

  it('has somebody once who has moved to another page meanwhile', () => {
    const moved = [pageOf(1, conversationOf('bo', 5)), pageOf(1, conversationOf('bo', 4, 1))];
    expect(brief(moved, NOTHING)).toEqual([['bo', 'Message 5', 0]]);
  });
});

it('caps its sum', () => {
  const page = pageOf(100, conversationOf('bo', 5));
  expect(unreadTotal([page], withHeardMessage(NOTHING, 'ada', messageOf(6, 'ada')))).toBe(100);
});

type News = { readonly other: string; readonly number: number; readonly kind: 'theirs' | 'own' | 'read' };

const news: fc.Arbitrary<News[]> = fc.uniqueArray(
  fc.record({
    other: fc.constantFrom('ada', 'bo'),
    number: fc.nat(30),
    kind: fc.constantFrom('theirs' as const, 'own' as const, 'read' as const),
  }),
  { selector: ({ number }) => number, maxLength: 15 },
);

const hear = (told: readonly News[]) =>
  told.reduce<HeardOf>((heard, { other, number, kind }) => {
    if (kind === 'read') return withHeardRead(heard, other, idOf(number));
    return withHeardMessage(heard, other, messageOf(number, other, kind === 'own'));
  }, NOTHING);

it('is the same in whichever order the socket tells it, and however often', () => {
  fc.assert(
    fc.property(news, fc.nat(1000), fc.nat(30), (told, turn, number) => {
      const pages = [pageOf(1, conversationOf('ada', number, 1))];
      const shuffled = told.toSorted((one, other) => ((one.number * turn) % 31) - ((other.number * turn) % 31));
      expect(inboxRows(pages, hear([...shuffled, ...told]))).toEqual(inboxRows(pages, hear(told)));
    }),
  );
});
