import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../../../shared/contract/posts.ts';
import { api } from '../../platform/api/api.ts';
import { useRestartOnRejectedCursor, useSkipEmptyPages } from '../../platform/api/paged-list.ts';
import { fetchConsistent, REFETCH_INTERVAL_MS } from '../../platform/api/query-cache.ts';
import { collectDistinctPosts, FOUND_POSTS, MEMBER_POSTS, POSTS } from './post-cache.ts';

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

/** Queries the posts of the feed that contain the words of a search. */
export function useFoundPosts(q: string) {
  return usePosts([POSTS, FOUND_POSTS, q], (cursor, signal) => api.posts.list({ q, cursor }, { signal }));
}

/** Queries one member's posts, newest first. */
export function useMemberPosts(userId: string) {
  return usePosts([POSTS, MEMBER_POSTS, userId], (cursor, signal) =>
    api.posts.listOfMember({ userId, cursor }, { signal }),
  );
}

/** The posts that are loaded, and the state of their query. */
export type PostsQuery = ReturnType<typeof usePosts>;

/** Queries posts page by page. Refetches them while they are shown. */
function usePosts(queryKey: readonly string[], fetchPage: FetchPage) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchConsistent(client, () => fetchPage(pageParam, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    // A refetch loads all pages again, so it is done less often with more pages.
    refetchInterval: ({ state }) => REFETCH_INTERVAL_MS * Math.max(1, state.data?.pages.length ?? 1),
  });

  const posts = collectDistinctPosts(query.data?.pages ?? []);
  const restart = () => client.resetQueries({ queryKey });

  const { isError } = useRestartOnRejectedCursor(query, restart);
  const isSearching = useSkipEmptyPages(posts.length, query);

  return { ...query, posts, restart, isPending: query.isPending || isSearching, error: isError ? query.error : null };
}
