import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { LiveSocket } from '../../../platform/socket/live-socket.ts';
import { Store } from '../../../platform/state/store.ts';
import { Inbox } from './inbox.ts';
import { inboxQuery } from './inbox-query.ts';

interface Request {
  readonly cursor: string | undefined;
  readonly answer: (page: object) => void;
}

const requests = vi.hoisted((): Request[] => []);
vi.mock('../../../platform/api/api.ts', () => ({
  api: {
    messages: {
      conversations: ({ cursor }: Pick<Request, 'cursor'>) =>
        new Promise((answer) => requests.push({ cursor, answer })),
    },
  },
}));

const page = (cursor?: string) => ({ conversations: [], unreadTotal: 0, cursor });
const expectRequests = (...cursors: (string | undefined)[]) =>
  expect.poll(() => requests.map(({ cursor }) => cursor)).toEqual(cursors);

it('refreshes on a new connection after the page that is being loaded', async () => {
  const client = new QueryClient();
  const inbox = new Inbox(client, { state: new Store('open') } as unknown as LiveSocket, () => {});
  const screen = new InfiniteQueryObserver(client, { ...inboxQuery, staleTime: Number.POSITIVE_INFINITY });
  const leave = screen.subscribe(() => {});

  inbox.handleConnect();
  await expectRequests(undefined);

  requests[0]!.answer(page('second'));
  await expect.poll(() => screen.getCurrentResult().hasNextPage).toBe(true);

  const more = screen.fetchNextPage();
  await expectRequests(undefined, 'second');

  inbox.handleConnect();
  requests[1]!.answer(page());

  expect((await more).data?.pages).toHaveLength(2);
  // Both pages are loaded again.
  await expectRequests(undefined, 'second', undefined);

  inbox.stop();
  leave();
});
