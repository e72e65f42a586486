// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { api } from '../../../platform/api/api.ts';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { FILES } from '../file-cache.ts';
import { useRefreshUnfinished } from './use-refresh-unfinished.ts';

const SCANNING = sampleFile({ scanning: true, url: '' });
let client: QueryClient;
let servedFiles: readonly ListedFile[];
let requests: number;
let limits: (number | undefined)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  servedFiles = [SCANNING];
  requests = 0;
  limits = [];
  vi.spyOn(api.files, 'list').mockImplementation(async ({ limit }) => {
    requests += 1;
    limits.push(limit);
    return { files: [...servedFiles], lastKey: null, requestId: null };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function renderList(files: readonly ListedFile[]) {
  client.setQueryData([FILES, 'list'], { files });
  return renderHook((props: readonly ListedFile[]) => useRefreshUnfinished(props, 'viewer'), {
    initialProps: files,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const cachedFiles = () => client.getQueryData<{ files: ListedFile[] }>([FILES, 'list'])?.files;

it('requests after 1, 2, 4, and 8 seconds, and ends after eight requests', async () => {
  renderList([SCANNING]);
  const counts: number[] = [];
  for (const seconds of [0.9, 0.2, 2, 4, 8]) {
    await pass(seconds);
    counts.push(requests);
  }
  expect(counts).toEqual([0, 1, 2, 3, 4]);

  await pass(10_000);
  expect(requests).toBe(8);
});

it('shows the file once it has been checked, and requests no more', async () => {
  const { rerender } = renderList([SCANNING]);
  const processedFile = { ...SCANNING, url: 'https://files.example/a', media: { width: 4 }, scanning: undefined };
  servedFiles = [processedFile];
  await pass(1);

  expect(cachedFiles()?.[0]).toMatchObject({ url: processedFile.url, media: processedFile.media });
  expect(cachedFiles()?.[0]?.scanning).toBeUndefined();

  rerender(cachedFiles()!);
  await pass(1000);
  expect(requests).toBe(1);
});

describe('limit of a request', () => {
  const NEWEST = Date.parse('2026-01-05T10:00:00.000Z');
  /** Returns files from the newest to the oldest. Those at `scanningPlaces` are being checked. */
  const listOf = (count: number, ...scanningPlaces: number[]) =>
    Array.from({ length: count }, (_, place) =>
      sampleFile({
        key: `${place}`,
        lastModified: new Date(NEWEST - place * 1000).toISOString(),
        ...(scanningPlaces.includes(place) && { scanning: true }),
      }),
    );

  it.each([
    ['a page, for the newest file', listOf(100, 0), 20],
    ['up to the last unfinished file of a queue', listOf(150, 3, 99), 100],
    ['up to it in a list by size', listOf(100, 99).reverse(), 100],
    ['at most 200 files', listOf(1000, 900), 200],
    ['a page, if the file is the only match of a search', listOf(100, 99).slice(-1), 20],
  ])('is %s', async (_, files, limit) => {
    renderList(files);
    await pass(1);
    expect(limits).toEqual([limit]);
  });

  it('follows the list without another schedule', async () => {
    const { rerender } = renderList(listOf(30, 29));
    await pass(1);
    const olderFiles = listOf(30, 29).map((file) => ({ ...file, key: `older ${file.key}`, scanning: undefined }));
    rerender([...olderFiles, ...listOf(30, 29)]);
    await pass(2);

    expect(limits).toEqual([30, 60]);
  });
});

it('requests nothing while all files are finished, or after the list is gone', async () => {
  const { rerender, unmount } = renderList([sampleFile()]);
  await pass(1000);
  expect(requests).toBe(0);

  rerender([SCANNING]);
  unmount();
  await pass(1000);

  expect(requests).toBe(0);
});
