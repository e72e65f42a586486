/** Tests of loading the inbox around the opening of the socket. No message that arrives in between may be missed. */
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
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

/**
 * Starts an inbox, and stops it when the test ends.
 *
 * @returns the inbox, and `openScreen`, which opens a screen that lists the conversations until the test ends
 */
function startInbox({ socketState = 'open', onServerRows = () => {} } = {}) {
  const client = new QueryClient();
  const inbox = new Inbox(client, { state: new Store(socketState) } as unknown as LiveSocket, onServerRows);
  inbox.start();
  onTestFinished(() => inbox.stop());

  function openScreen(options: { staleTime?: number } = {}) {
    const screen = new InfiniteQueryObserver(client, { ...inboxQuery, ...options });
    onTestFinished(screen.subscribe(() => {}));
    return screen;
  }

  return { inbox, openScreen };
}

it('Inbox shows the rows that a screen loads before the socket opens', async () => {
  const onServerRows = vi.fn();
  const { inbox, openScreen } = startInbox({ socketState: 'connecting', onServerRows });
  expect(requests).toEqual([]);

  const screen = openScreen();
  await expectRequests(undefined);
  requests[0]!.respond({ ...buildPage(), conversations: [CONVERSATION], unreadTotal: 1 });

  await expect.poll(() => screen.getCurrentResult().data).toBeDefined();
  expect(inbox.rows.value.map(({ userId }) => userId)).toEqual(['mira']);
  expect(inbox.unreadCount.value).toBe(1);
  expect(onServerRows).toHaveBeenCalledOnce();

  // Loads the inbox again, because the screen's request may be older than the socket's first frame.
  inbox.handleConnect();
  await expectRequests(undefined, undefined);
});

it('Inbox repeats a request of a screen that was running when the socket opened', async () => {
  const { inbox, openScreen } = startInbox();
  openScreen();
  await expectRequests(undefined);

  inbox.handleConnect();
  requests[0]!.respond(buildPage());
  await expectRequests(undefined, undefined);

  requests[1]!.respond({ ...buildPage(), conversations: [CONVERSATION] });
  await expect.poll(() => inbox.rows.value).toHaveLength(1);
  expect(requests).toHaveLength(2);
});

it('Inbox refreshes all pages on a new connection, once the page that is being loaded has arrived', async () => {
  const { inbox, openScreen } = startInbox();
  inbox.handleConnect();
  const screen = openScreen({ staleTime: Number.POSITIVE_INFINITY });
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
});
