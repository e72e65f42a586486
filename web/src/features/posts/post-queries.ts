import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Post } from '../../../../shared/contract/posts.ts';
import { api } from '../../platform/api/api.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../platform/api/query-cache.ts';
import { distinctPosts, MEMBER_POSTS, POSTS } from './post-cache.ts';

/** One page of posts, as the server returns it. */
interface PostPage {
  readonly posts: readonly Post[];
  readonly cursor: string | null;
}

/** Requests the page at a cursor, or the first page. */
type FetchPage = (cursor: string | undefined, signal: AbortSignal) => Promise<PostPage>;

/** Queries the feed: posts at or below the viewer's depth, highest first, then newest. */
export function usePostFeed() {
  return usePosts([POSTS, 'feed'], (cursor, signal) => api.posts.list({ cursor }, { signal }));
}

/** Queries one member's posts, newest first. */
export function useMemberPosts(userId: string) {
  return usePosts([POSTS, MEMBER_POSTS, userId], (cursor, signal) =>
    api.posts.listOfMember({ userId, cursor }, { signal }),
  );
}

/** The posts that are loaded, and the state of their query. */
export type PostsQuery = ReturnType<typeof usePosts>;

/** Queries posts page by page. Refetches them while shown, less often the more pages are loaded. */
function usePosts(queryKey: readonly string[], fetchPage: FetchPage) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchConsistent(client, () => fetchPage(pageParam, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: ({ state }) => REFETCH_INTERVAL_MS * Math.max(1, state.data?.pages.length ?? 1),
  });

  const { data, error, isError, hasNextPage, isFetching, fetchNextPage } = query;
  const posts = distinctPosts(data?.pages ?? []);
  const restart = () => client.resetQueries({ queryKey });

  // The server rejects the cursor of a viewer whose depth has dropped. The list then restarts.
  const isStale = error instanceof ApiError && error.code === 'InvalidCursor';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each rejected cursor.
  useEffect(() => {
    if (isStale) void restart();
  }, [isStale]);

  // An empty page need not be the last: the server reads a limited number of rows per request.
  const isSearching = posts.length === 0 && hasNextPage && !isError;

  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);

  return { ...query, posts, restart, isPending: query.isPending || isSearching, error: isStale ? null : error };
}
