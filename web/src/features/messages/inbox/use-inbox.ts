import { useInfiniteQuery } from '@tanstack/react-query';
import { LIVE_MS } from '../../../platform/api/held-queries.ts';
import { inboxQuery } from './inbox-query.ts';

/** The inbox while it is on screen: names, pictures and depths change without a word of the socket. */
export function useInbox() {
  return useInfiniteQuery({
    ...inboxQuery,
    refetchInterval: ({ state }) => LIVE_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}
