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
  /** The cursor of the next page, or null at the end. A list of a fixed size has none. */
  readonly cursor?: string | null;
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

/** Adds the viewer's new post to every list whose loaded part includes its place. */
export function insertPost(client: QueryClient, post: Post): void {
  for (const [key, cachedPosts] of client.getQueriesData<Page | InfiniteData<Page>>(queriesContaining(POSTS))) {
    const isOfMember = key.includes(MEMBER_POSTS);
    if (!cachedPosts || (isOfMember && !key.includes(post.userId))) continue;
    // Only the server knows whether a search finds the post.
    if (key.includes(FOUND_POSTS)) {
      void client.invalidateQueries({ queryKey: key });
      continue;
    }

    // A member's posts are listed newest first.
    const isBefore = (other: Post) => isOfMember || isBeforeInFeed(post, other);
    if ('pages' in cachedPosts) {
      client.setQueryData(key, { ...cachedPosts, pages: insertIntoPages(cachedPosts.pages, post, isBefore) });
    } else {
      const [page] = insertIntoPages([cachedPosts], post, isBefore);
      client.setQueryData(key, { ...page, posts: page?.posts.slice(0, DASHBOARD_LIST_SIZE) });
    }
  }
}

/** Returns whether a new post comes before another post in the feed: highest depth first, then newest. */
function isBeforeInFeed({ userDepth, createdAt }: Post, other: Post): boolean {
  return userDepth > other.userDepth || (userDepth === other.userDepth && createdAt >= other.createdAt);
}

/**
 * Adds a post in front of the first post that it comes before, or at the end of the list. Returns the same pages if its
 * place is on a page that isn't loaded yet.
 */
function insertIntoPages(pages: readonly Page[], post: Post, isBefore: (other: Post) => boolean): readonly Page[] {
  const nextPageIndex = pages.findIndex(({ posts }) => posts.some(isBefore));
  if (nextPageIndex === -1 && pages.at(-1)?.cursor) return pages;

  const pageIndex = nextPageIndex === -1 ? pages.length - 1 : nextPageIndex;
  return pages.map((page, index) => {
    if (index !== pageIndex) return page;

    const place = page.posts.findIndex(isBefore);
    return { ...page, posts: page.posts.toSpliced(place === -1 ? page.posts.length : place, 0, post) };
  });
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
