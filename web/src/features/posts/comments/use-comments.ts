import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../../platform/api/query-cache.ts';
import { commentsKey } from './comment-cache.ts';

/** Queries a post's comments, newest page first. Loads nothing until `enabled`. */
export function useComments(postId: string, { enabled }: { enabled: boolean }) {
  const client = useQueryClient();

  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      fetchConsistent(client, () => api.posts.listComments({ postId, cursor: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    enabled,
    // A refetch loads all pages again, so it is done less often with more pages.
    refetchInterval: ({ state }) => REFETCH_INTERVAL_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}
