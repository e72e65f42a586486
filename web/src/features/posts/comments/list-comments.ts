import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { askUndisturbed, LIVE_MS } from '../../../platform/api/held-queries.ts';
import { commentsKey } from './comment-cache.ts';

/** The comments on a post, newest page first, once somebody wants to see them all. */
export function useComments(postId: string, wanted: boolean) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      askUndisturbed(client, () => api.posts.listComments({ postId, cursor: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    enabled: wanted,
    refetchInterval: ({ state }) => LIVE_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}
