import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { emitProductEvent } from '../product-events.ts';
import { fetchConsistent, queriesContaining } from './query-cache.ts';

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
