// @vitest-environment happy-dom
/** Tests of the requests for files that are still being processed. They become rarer, and end. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { api } from '../../../platform/api/api.ts';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { FILES } from '../file-cache.ts';
import { useRefreshUnfinished } from './use-refresh-unfinished.ts';

/** A file that is still being scanned for malware. */
const SCANNING_FILE = sampleFile({ scanning: true, url: '' });

let client: QueryClient;
/** The files that the server returns. */
let servedFiles: readonly ListedFile[];
/** The limit of each request. */
let requestedLimits: (number | undefined)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  servedFiles = [SCANNING_FILE];
  requestedLimits = [];
  vi.spyOn(api.files, 'list').mockImplementation(async ({ limit }) => {
    requestedLimits.push(limit);
    return { files: [...servedFiles], lastKey: null, requestId: null };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders the hook with a cached list of these files. */
function renderList(files: readonly ListedFile[]) {
  client.setQueryData([FILES, 'list'], { files });
  return renderHook((listedFiles: readonly ListedFile[]) => useRefreshUnfinished(listedFiles, 'viewer'), {
    initialProps: files,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}

/** Lets this time pass. */
const passTime = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
/** Returns the files in the cache, which the list shows. */
const readCachedFiles = () => client.getQueryData<{ files: ListedFile[] }>([FILES, 'list'])?.files;

it('useRefreshUnfinished doubles the wait after each request, and stops after eight requests', async () => {
  renderList([SCANNING_FILE]);

  const requestCounts: number[] = [];
  // The first request is after one second: between 0.9 and 1.1 seconds.
  for (const seconds of [0.9, 0.2, 2, 4, 8]) {
    await passTime(seconds);
    requestCounts.push(requestedLimits.length);
  }

  expect(requestCounts).toEqual([0, 1, 2, 3, 4]);

  await passTime(10_000);
  expect(requestedLimits).toHaveLength(8);
});

it('useRefreshUnfinished shows the processed file, and then stops requesting', async () => {
  const { rerender } = renderList([SCANNING_FILE]);
  const processedFile = { ...SCANNING_FILE, url: 'https://files.example/a', media: { width: 4 }, scanning: undefined };
  servedFiles = [processedFile];
  await passTime(1);
  expect(readCachedFiles()?.[0]).toMatchObject({ url: processedFile.url, media: processedFile.media });
  expect(readCachedFiles()?.[0]?.scanning).toBeUndefined();

  rerender(readCachedFiles()!);
  await passTime(1000);
  expect(requestedLimits).toHaveLength(1);
});

describe('limit of a request of useRefreshUnfinished', () => {
  const NEWEST_TIME = Date.parse('2026-01-05T10:00:00.000Z');
  /** Builds a list of files, newest first. The files at `scanningIndexes` are being scanned. */
  const buildList = (count: number, ...scanningIndexes: number[]) =>
    Array.from({ length: count }, (_, index) =>
      sampleFile({
        key: `${index}`,
        lastModified: new Date(NEWEST_TIME - index * 1000).toISOString(),
        ...(scanningIndexes.includes(index) && { scanning: true }),
      }),
    );

  // The response has the newest files, so it must reach down to the oldest unfinished file.
  it.each([
    ['one page for the newest file', buildList(100, 0), 20],
    ['the place of the oldest unfinished file', buildList(150, 3, 99), 100],
    ['the place of the oldest unfinished file in a list by size', buildList(100, 99).reverse(), 100],
    ['at most 200', buildList(1000, 900), 200],
    ['one page if the file is the only match of a search', buildList(100, 99).slice(-1), 20],
  ])('limits the request to %s', async (_, files, limit) => {
    renderList(files);

    await passTime(1);

    expect(requestedLimits).toEqual([limit]);
  });

  it('requests more files at the next scheduled time when the list has grown', async () => {
    const { rerender } = renderList(buildList(30, 29));
    await passTime(1);

    const olderFiles = buildList(30, 29).map((file) => ({ ...file, key: `older ${file.key}`, scanning: undefined }));
    rerender([...olderFiles, ...buildList(30, 29)]);
    await passTime(2);

    expect(requestedLimits).toEqual([30, 60]);
  });
});

it('useRefreshUnfinished requests nothing while all files are finished, or after the list is unmounted', async () => {
  const { rerender, unmount } = renderList([sampleFile()]);
  await passTime(1000);
  expect(requestedLimits).toEqual([]);

  rerender([SCANNING_FILE]);
  unmount();
  await passTime(1000);

  expect(requestedLimits).toEqual([]);
});
