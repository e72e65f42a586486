// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { api } from '../../../platform/api/api.ts';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { FILES } from '../file-cache.ts';
import { useRefreshUnfinished } from './use-refresh-unfinished.ts';

const SCANNING = sampleFile({ scanning: true, url: '' });
let client: QueryClient;
let servedFiles: readonly ListedFile[];
let requests: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  servedFiles = [SCANNING];
  requests = 0;
  vi.spyOn(api.files, 'list').mockImplementation(async () => {
    requests += 1;
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

it('requests nothing while all files are finished, or after the list is gone', async () => {
  const { rerender, unmount } = renderList([sampleFile()]);
  await pass(1000);
  expect(requests).toBe(0);

  rerender([SCANNING]);
  unmount();
  await pass(1000);

  expect(requests).toBe(0);
});
