import { expect, it, vi } from 'vitest';
import { repeatFailedRequest } from './paged-list.ts';

it.each([
  ['the next page', { isFetchNextPageError: true }, [1, 0]],
  ['the loaded pages', { isFetchNextPageError: false }, [0, 1]],
])('repeatFailedRequest requests %s if their request failed', (_pages, error, [nextPageCalls, refetchCalls]) => {
  const fetchNextPage = vi.fn();
  const refetch = vi.fn();

  repeatFailedRequest({ ...error, fetchNextPage, refetch });

  expect(fetchNextPage).toHaveBeenCalledTimes(nextPageCalls!);
  expect(refetch).toHaveBeenCalledTimes(refetchCalls!);
});
