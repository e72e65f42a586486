import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { LIVE_MS } from '../../../platform/api/held-queries.ts';

/** The member's inbox, page after page, as the server has it. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: ['messages', 'inbox'],
  queryFn: ({ pageParam, signal }) => api.messages.conversations({ cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }) => cursor,
});

/** The inbox while it is on screen: names, pictures and depths change without a word of the socket. */
export function useInbox() {
  return useInfiniteQuery({
    ...inboxQuery,
    refetchInterval: ({ state }) => LIVE_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}
