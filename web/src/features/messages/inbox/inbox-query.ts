import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { REFETCH_INTERVAL_MS } from '../../../platform/api/query-cache.ts';

/** Query options for the pages of the member's inbox. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: ['messages', 'inbox'],
  queryFn: ({ pageParam, signal }) => api.messages.conversations({ cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }) => cursor,
});

/** Loads the inbox and polls it while it is on screen: the socket doesn't report new names, pictures, and depths. */
export function useInbox() {
  return useInfiniteQuery({
    ...inboxQuery,
    // A refetch requests every loaded page, so more pages are refetched less often.
    refetchInterval: ({ state }) => REFETCH_INTERVAL_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}
