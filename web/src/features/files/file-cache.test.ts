/** Tests of changes to cached files. A response that was requested before a change must not undo it. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { FILES, removeListedFile, updateListedFile } from './file-cache.ts';
import type { FileRow } from './file-row.ts';

/** Builds a file with the fields that the test reads. */
const buildFile = (key: string) => ({ key, likeCount: 0 }) as ListedFile;

const LIST_KEY = [FILES, 'list', 'me'];
const DASHBOARD_KEY = ['dashboard', FILES];
const secondPage = { files: [buildFile('c')] };
const pageParams = [null, 'x'];

/** Builds a client that has cached two lists with file b: one of two pages, and the dashboard's. */
function buildClient(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(LIST_KEY, { pages: [{ files: [buildFile('a'), buildFile('b')] }, secondPage], pageParams });
  client.setQueryData(DASHBOARD_KEY, { files: [buildFile('b')] });
  return client;
}

describe('updateListedFile', () => {
  it('updates a file in every cached list', () => {
    const client = buildClient();

    updateListedFile(client, 'b', (listedFile) => ({ ...listedFile, likeCount: 1 }));

    const likedFile = { ...buildFile('b'), likeCount: 1 };
    expect(client.getQueryData(LIST_KEY)).toEqual({
      pages: [{ files: [buildFile('a'), likedFile] }, secondPage],
      pageParams,
    });
    expect(client.getQueryData(DASHBOARD_KEY)).toEqual({ files: [likedFile] });
  });
});

describe('removeListedFile', () => {
  it('removes a file from every cached list', () => {
    const client = buildClient();

    removeListedFile(client, 'b');

    expect(client.getQueryData(LIST_KEY)).toMatchObject({ pages: [{ files: [buildFile('a')] }, secondPage] });
    expect(client.getQueryData(DASHBOARD_KEY)).toEqual({ files: [] });
  });

  it('removes a file again from the response of a request that was running', async () => {
    const client = new QueryClient();
    const { promise: lastPage, resolve: respond } = Promise.withResolvers<object>();
    const fetchPage = vi.fn(async (cursor: string) =>
      cursor ? lastPage : { files: [buildFile('a'), buildFile('b')] },
    );
    const request = client.fetchInfiniteQuery({
      queryKey: LIST_KEY,
      queryFn: ({ pageParam }) => fetchPage(pageParam),
      initialPageParam: '',
      getNextPageParam: () => 'last',
      pages: 2,
    });
    // The page with the file has arrived before the deletion.
    await expect.poll(() => fetchPage.mock.calls).toHaveLength(2);

    removeListedFile(client, 'b');
    respond(secondPage);
    await request;

    expect(client.getQueryData(LIST_KEY)).toMatchObject({ pages: [{ files: [buildFile('a')] }, secondPage] });
  });

  it('keeps the error of a request that was running', async () => {
    const client = buildClient();
    const queryFn = () => Promise.reject(new Error('The tide is high.'));
    const request = client.fetchQuery({ queryKey: DASHBOARD_KEY, queryFn });

    removeListedFile(client, 'b');
    await expect(request).rejects.toThrow();

    expect(client.getQueryState(DASHBOARD_KEY)).toMatchObject({ status: 'error', data: { files: [] } });
  });

  it('removes the row of an outline, whether its file is loaded or not', () => {
    const client = new QueryClient();
    const buildOutlinedRow = (id: string) => ({ id, searchText: `${id}.txt` }) as FileRow;
    const loadedRow: FileRow = { ...buildFile('c'), id: 'c' };
    client.setQueryData(LIST_KEY, {
      pages: [{ files: [...'ab'].map(buildOutlinedRow).concat(loadedRow) }],
      pageParams,
    });

    removeListedFile(client, 'b');
    removeListedFile(client, 'c');

    expect(client.getQueryData(LIST_KEY)).toMatchObject({ pages: [{ files: [buildOutlinedRow('a')] }] });
  });
});
