import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post } from '../../../../shared/contract/posts.ts';
import { DASHBOARD_LIST_SIZE } from '../../../../shared/rules/limits.ts';
import { queriesContaining, updateCachedRow } from '../../platform/api/query-cache.ts';

/** Part of the query key of every cached response that contains posts. */
export const POSTS = 'posts';

/** Part of the query key of one member's posts. The member's ID follows it. */
export const MEMBER_POSTS = 'member';

/** Part of the query key of the posts that a search found. The search text follows it. */
export const FOUND_POSTS = 'found';

/** A page of posts, or a list of a fixed size. */
interface Page {
  readonly posts: readonly Post[];
}

/** Replaces a post in every cached list. */
export function updatePost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  updateCachedRow<Post>(client, POSTS, (post) => post.id === id, change);
}

/**
 * Removes a post from every cached list.
 *
 * Refetches lists of a fixed size, such as the list on the dashboard, because another post can move up into them.
 */
export function removePost(client: QueryClient, id: string): void {
  updateCachedRow<Post>(
    client,
    POSTS,
    (post) => post.id === id,
    () => undefined,
  );

  const { predicate } = queriesContaining(POSTS);
  void client.invalidateQueries({ predicate: (query) => predicate(query) && !isPaged(query.state.data) });
}

/** Returns whether cached data has pages. */
function isPaged(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/**
 * Adds the viewer's new post to the top of every list that includes it.
 *
 * The new post comes first in every order: it is the newest post, and its depth is the highest that the viewer can see.
 */
export function insertPost(client: QueryClient, post: Post): void {
  const prepend = <P extends Page>(page: P): P => ({ ...page, posts: [post, ...page.posts] });

  for (const [key, cachedPosts] of client.getQueriesData<Page | InfiniteData<Page>>(queriesContaining(POSTS))) {
    const isOfOtherMember = key.includes(MEMBER_POSTS) && !key.includes(post.userId);
    if (!cachedPosts || isOfOtherMember) continue;
    // Only the server knows whether a search finds the post.
    if (key.includes(FOUND_POSTS)) {
      void client.invalidateQueries({ queryKey: key });
      continue;
    }

    if ('pages' in cachedPosts) {
      const [firstPage, ...otherPages] = cachedPosts.pages;
      if (firstPage) client.setQueryData(key, { ...cachedPosts, pages: [prepend(firstPage), ...otherPages] });
    } else {
      const { posts } = prepend(cachedPosts);
      client.setQueryData(key, { ...cachedPosts, posts: posts.slice(0, DASHBOARD_LIST_SIZE) });
    }
  }
}

/** Returns each post once, in order. New posts during paging can shift a post onto two pages. */
export function collectDistinctPosts(pages: readonly Page[]): Post[] {
  const posts = pages.flatMap((page) => page.posts);
  const postsById = new Map(posts.map((post) => [post.id, post]));
  return [...postsById.values()];
}

/** Refetches every list of posts. */
export function refreshPosts(client: QueryClient): Promise<void> {
  return client.invalidateQueries(queriesContaining(POSTS));
}
