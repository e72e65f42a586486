/** Tests of changes to cached rows while requests are running. A late response must not undo a change. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { emitProductEvent } from '../product-events.ts';
import { fetchConsistent, queriesContaining, updateCachedRow } from './query-cache.ts';

const runMutation = (client: QueryClient, mutationFn: () => Promise<unknown>) =>
  client.getMutationCache().build(client, { mutationFn }).execute(undefined);

describe('queriesContaining', () => {
  it('matches queries whose key contains all parts', () => {
    const client = new QueryClient();
    client.setQueryData(['posts', 'feed'], 1);
    client.setQueryData(['dashboard', 'posts', 'files'], 2);
    client.setQueryData(['files', 'list'], 3);
    const findData = (...parts: string[]) => client.getQueriesData(queriesContaining(...parts)).map(([, data]) => data);

    expect(findData('posts')).toEqual([1, 2]);
    expect(findData('files')).toEqual([2, 3]);
    expect(findData('files', 'posts')).toEqual([2]);
  });
});

describe('updateCachedRow', () => {
  interface Row {
    readonly id: string;
    readonly likes: number;
  }

  const LIST = ['rows', 'list'];
  const OTHER_LIST = ['rows', 'other'];
  const buildRow = (id: string, likes = 0): Row => ({ id, likes });

  /** Creates a client that has cached a list of two pages, and another list without their rows. */
  function createClient(): QueryClient {
    const client = new QueryClient();
    client.setQueryData(LIST, { pages: [{ rows: [buildRow('a')] }, { rows: [buildRow('b')] }], pageParams: ['', 'b'] });
    client.setQueryData(OTHER_LIST, { rows: [buildRow('c')] });
    return client;
  }

  const setLikes = (client: QueryClient, id: string, likes: number) =>
    updateCachedRow<Row>(
      client,
      'rows',
      (row) => row.id === id,
      (row) => ({ ...row, likes }),
    );

  const readRows = (client: QueryClient) =>
    client.getQueryData<{ pages: { rows: Row[] }[] }>(LIST)?.pages.flatMap(({ rows }) => rows);

  /** Makes the last request of a list fail. */
  const failRequest = (client: QueryClient, queryKey: string[]) =>
    client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('The tide is high.')) });

  it('repeats the changes of a page that arrived before the last page of a reload', async () => {
    const client = createClient();
    const lastPage = Promise.withResolvers<object>();
    const fetchPage = vi.fn(async (cursor: string) => (cursor ? lastPage.promise : { rows: [buildRow('a')] }));
    const reload = client.fetchInfiniteQuery({
      queryKey: LIST,
      queryFn: ({ pageParam }) => fetchPage(pageParam),
      initialPageParam: '',
      getNextPageParam: () => 'b',
      pages: 2,
    });
    await expect.poll(() => fetchPage.mock.calls).toHaveLength(2);

    setLikes(client, 'a', 1);
    setLikes(client, 'a', 20);
    lastPage.resolve({ rows: [buildRow('b')] });
    await reload;

    expect(readRows(client)).toEqual([buildRow('a', 20), buildRow('b')]);
  });

  it('keeps the error of a request when a row of its list changes', async () => {
    const client = createClient();
    await failRequest(client, LIST);

    setLikes(client, 'a', 1);

    expect(readRows(client)).toEqual([buildRow('a', 1), buildRow('b')]);
    expect(client.getQueryState(LIST)).toMatchObject({
      status: 'error',
      error: new Error('The tide is high.'),
      isInvalidated: true,
    });
  });

  it('writes no list without the row', async () => {
    const client = createClient();
    await failRequest(client, OTHER_LIST);
    const stateBefore = client.getQueryState(OTHER_LIST);

    setLikes(client, 'a', 1);

    expect(client.getQueryState(OTHER_LIST)).toBe(stateBefore);
  });

  it('writes no list whose row stays the same', () => {
    const client = createClient();
    const stateBefore = client.getQueryState(OTHER_LIST);

    updateCachedRow<Row>(
      client,
      'rows',
      (row) => row.id === 'c',
      (row) => row,
    );

    expect(client.getQueryState(OTHER_LIST)).toBe(stateBefore);
  });
});

describe('fetchConsistent', () => {
  it('fetches once when no mutation runs', async () => {
    const fetchData = vi.fn(async () => 'data');
    expect(await fetchConsistent(new QueryClient(), fetchData)).toBe('data');
    expect(fetchData).toHaveBeenCalledOnce();
  });

  it('fetches again when a mutation ran during the fetch', async () => {
    const client = new QueryClient();
    const results = ['before the like', 'after the like'];
    const fetchData = vi.fn(async () => {
      if (results.length === 2) await runMutation(client, async () => {});
      return results.shift();
    });

    expect(await fetchConsistent(client, fetchData)).toBe('after the like');
  });

  it('fetches again when a mutation was pending at the start', async () => {
    const client = new QueryClient();
    const like = Promise.withResolvers<void>();
    const mutation = runMutation(client, () => like.promise);
    const fetchData = vi.fn(async () => {
      like.resolve();
      await mutation;
      return fetchData.mock.calls.length;
    });

    expect(await fetchConsistent(client, fetchData)).toBe(2);
  });

  it('fetches again when a file was deleted during the fetch', async () => {
    const fetchData = vi.fn(async () => {
      if (fetchData.mock.calls.length === 1) emitProductEvent('fileDeleted', { fileId: 'reef', depth: 0 });
      return fetchData.mock.calls.length;
    });

    expect(await fetchConsistent(new QueryClient(), fetchData)).toBe(2);
  });

  it('stops after three attempts', async () => {
    const client = new QueryClient();
    void runMutation(client, () => new Promise(() => {}));
    const fetchData = vi.fn(async () => 'data');

    expect(await fetchConsistent(client, fetchData)).toBe('data');
    expect(fetchData).toHaveBeenCalledTimes(3);
  });
});
