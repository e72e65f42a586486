import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { Inbox } from './inbox.ts';
import { inboxQuery } from './inbox-query.ts';

/** A request for a page, which the test ends. */
interface Request {
  readonly cursor: string | undefined;
  readonly respond: (page: object) => void;
}

const requests = vi.hoisted((): Request[] => []);
vi.mock('../../../platform/api/api.ts', () => ({
  api: {
    messages: {
      conversations: ({ cursor }: Pick<Request, 'cursor'>) =>
        new Promise((respond) => requests.push({ cursor, respond })),
    },
  },
}));

/** Builds an empty page. `cursor` points to the next one. */
const buildPage = (cursor?: string) => ({ conversations: [], unreadTotal: 0, cursor });

const CONVERSATION = {
  id: 'mira_viewer',
  user: { id: 'mira', username: 'Mira', profilePicture: '', depth: 0 },
  lastMessage: {
    id: '01KAHQ3V7V8Z5T0F4M2S6R9XAA',
    content: 'Hi!',
    senderId: 'mira',
    timestamp: '2026-03-10T12:00:00Z',
  },
  lastUpdated: '2026-03-10T12:00:00Z',
  unreadCount: 1,
};

/** Waits until exactly these pages have been requested, in this order. The first page has no cursor. */
const expectRequests = (...cursors: (string | undefined)[]) =>
  expect.poll(() => requests.map(({ cursor }) => cursor)).toEqual(cursors);

afterEach(() => void requests.splice(0));

it('Inbox shows the rows that a screen loads before the socket opens', async () => {
  const client = new QueryClient();
  const onServerRows = vi.fn();
  const inbox = new Inbox(client, { state: new Store('connecting') } as unknown as LiveSocket, onServerRows);
  inbox.start();
  expect(requests).toEqual([]);

  const screen = new InfiniteQueryObserver(client, inboxQuery);
  const unsubscribe = screen.subscribe(() => {});
  await expectRequests(undefined);
  requests[0]!.respond({ ...buildPage(), conversations: [CONVERSATION], unreadTotal: 1 });

  await expect.poll(() => screen.getCurrentResult().data).toBeDefined();
  expect(inbox.rows.value.map(({ userId }) => userId)).toEqual(['mira']);
  expect(inbox.unreadCount.value).toBe(1);
  expect(onServerRows).toHaveBeenCalledOnce();

  // Loads the inbox again, because the screen's request may be older than the socket's first frame.
  inbox.handleConnect();
  await expectRequests(undefined, undefined);

  inbox.stop();
  unsubscribe();
});

it('Inbox repeats a request of a screen that was running when the socket opened', async () => {
  const client = new QueryClient();
  const inbox = new Inbox(client, { state: new Store('open') } as unknown as LiveSocket, () => {});
  inbox.start();

  const screen = new InfiniteQueryObserver(client, inboxQuery);
  const unsubscribe = screen.subscribe(() => {});
  await expectRequests(undefined);

  inbox.handleConnect();
  requests[0]!.respond(buildPage());
  await expectRequests(undefined, undefined);

  requests[1]!.respond({ ...buildPage(), conversations: [CONVERSATION] });
  await expect.poll(() => inbox.rows.value).toHaveLength(1);
  expect(requests).toHaveLength(2);

  inbox.stop();
  unsubscribe();
});

it('Inbox refreshes all pages on a new connection, once the page that is being loaded has arrived', async () => {
  const client = new QueryClient();
  const inbox = new Inbox(client, { state: new Store('open') } as unknown as LiveSocket, () => {});
  inbox.start();
  inbox.handleConnect();

  const screen = new InfiniteQueryObserver(client, { ...inboxQuery, staleTime: Number.POSITIVE_INFINITY });
  const unsubscribe = screen.subscribe(() => {});
  await expectRequests(undefined);

  requests[0]!.respond(buildPage('second'));
  await expect.poll(() => screen.getCurrentResult().hasNextPage).toBe(true);

  const nextPage = screen.fetchNextPage();
  await expectRequests(undefined, 'second');

  inbox.handleConnect();
  requests[1]!.respond(buildPage());

  expect((await nextPage).data?.pages).toHaveLength(2);
  // Both pages are loaded again.
  await expectRequests(undefined, 'second', undefined);

  inbox.stop();
  unsubscribe();
});
