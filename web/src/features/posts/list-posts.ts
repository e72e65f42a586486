import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Post } from '../../../../shared/contract/posts.ts';
import { api } from '../../platform/api/api.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { askUndisturbed, LIVE_MS } from '../../platform/api/held-queries.ts';
import { distinctPosts, OF_MEMBER, POSTS } from './post-cache.ts';

interface PostPage {
  readonly posts: readonly Post[];
  readonly cursor: string | null;
}

type AskPage = (cursor: string | undefined, signal: AbortSignal) => Promise<PostPage>;

/** The feed: everybody's posts at or below the member's depth, highest first, then newest. */
export function usePostFeed() {
  return usePosts([POSTS, 'feed'], (cursor, signal) => api.posts.list({ cursor }, { signal }));
}

/** One member's posts, newest first: a few, and more on request. */
export function useMemberPosts(userId: string) {
  return usePosts([POSTS, OF_MEMBER, userId], (cursor, signal) =>
    api.posts.listOfMember({ userId, cursor }, { signal }),
  );
}

export type Posts = ReturnType<typeof usePosts>;

/** Posts page after page, kept up to date while they are on screen: the more pages, the less often. */
function usePosts(queryKey: readonly string[], ask: AskPage) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => askUndisturbed(client, () => ask(pageParam, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: ({ state }) => LIVE_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
  const { data, error, isError, hasNextPage, isFetching, fetchNextPage } = query;
  const posts = distinctPosts(data?.pages ?? []);
  const restart = () => client.resetQueries({ queryKey });

  // Whoever has sunk since the first page can go no further from there: the list begins anew from where they are.
  const stale = error instanceof ApiError && error.code === 'InvalidCursor';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such answer.
  useEffect(() => {
    if (stale) void restart();
  }, [stale]);

  // A page may hold nothing and yet not be the last: the server reads only so far for one request.
  const searching = posts.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage();
  }, [searching, isFetching, fetchNextPage]);

  return { ...query, posts, restart, isPending: query.isPending || searching, error: stale ? null : error };
}
