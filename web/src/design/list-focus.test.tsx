// @vitest-environment happy-dom
/** Tests of loading further pages of a list: one page per click. */
import { type InfiniteData, QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useLoadMore } from './list-focus.ts';

let client: QueryClient;
/** The requests for pages, in order. The test responds to each. */
let requests: { readonly page: number; readonly respond: (error?: Error) => void }[];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  requests = [];
});
afterEach(cleanup);

/** Renders a list of three pages, whose first page is loaded. */
async function renderList() {
  const { result } = renderHook(
    () => {
      const query = useInfiniteQuery({
        queryKey: ['list'],
        queryFn: ({ pageParam }) =>
          new Promise<number>((resolve, reject) => {
            requests.push({ page: pageParam, respond: (error) => (error ? reject(error) : resolve(pageParam)) });
          }),
        initialPageParam: 1,
        getNextPageParam: (lastPage: number) => (lastPage < 3 ? lastPage + 1 : undefined),
      });
      return { data: query.data, loadMore: useLoadMore({ current: null }, 'li', query) };
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );

  await respond(0);
  await waitFor(() => expect(result.current.data).toBeDefined());

  return { click: () => act(() => result.current.loadMore()) };
}

/** Responds to the request at this index. */
const respond = (index: number, error?: Error) =>
  act(async () => {
    requests[index]!.respond(error);
    // The query notifies its observers in a later task.
    await new Promise((resolve) => setTimeout(resolve));
  });

const refresh = () => act(() => void client.invalidateQueries({ queryKey: ['list'] }));
const listRequestedPages = () => requests.map(({ page }) => page);
const readLoadedPages = () => client.getQueryData<InfiniteData<number>>(['list'])?.pages;

it('useLoadMore loads the next page after a refresh that was running at the click', async () => {
  const { click } = await renderList();

  refresh();
  click();
  expect(listRequestedPages()).toEqual([1, 1]);

  await respond(1);
  // The second request follows in a later task.
  await waitFor(() => expect(listRequestedPages()).toEqual([1, 1, 2]));
  await respond(2);
  await waitFor(() => expect(readLoadedPages()).toEqual([1, 2]));
});

it('useLoadMore loads one page for two clicks', async () => {
  const { click } = await renderList();
  click();
  click();
  await respond(1);

  expect(listRequestedPages()).toEqual([1, 2]);

  click();
  expect(listRequestedPages()).toEqual([1, 2, 3]);
});

it('useLoadMore requests a failed page again only at the next click', async () => {
  const { click } = await renderList();
  click();
  await respond(1, new Error('no network'));
  expect(listRequestedPages()).toEqual([1, 2]);

  click();
  expect(listRequestedPages()).toEqual([1, 2, 2]);
});
