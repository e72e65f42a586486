import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Post } from '../../../../shared/contract/posts.ts';
import { DASHBOARD_LIST_SIZE } from '../../../../shared/depth/limits.ts';
import { changeRow, holding } from '../../platform/api/held-queries.ts';

/** Every answer with posts that is kept has this in its key. */
export const POSTS = 'posts';

/** The key of one member's posts, with their id after it. */
export const OF_MEMBER = 'member';

interface Page {
  readonly posts: readonly Post[];
}

/** Changes a post wherever it is shown. */
export function changePost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  changeRow<Post>(client, POSTS, (post) => post.id === id, change);
}

/**
 * Takes a post out everywhere. Lists of a few posts are asked for again: others move up, and one that is empty now must
 * not say that there are none.
 */
export function removePost(client: QueryClient, id: string): void {
  changeRow<Post>(
    client,
    POSTS,
    (post) => post.id === id,
    () => undefined,
  );
  const { predicate } = holding(POSTS);
  void client.invalidateQueries({ predicate: (query) => predicate(query) && !isPaged(query.state.data) });
}

function isPaged(held: unknown): boolean {
  return typeof held === 'object' && held !== null && 'pages' in held;
}

/** Puts one's new post on top of every list where it belongs: whoever writes stands as high as they can see. */
export function addPost(client: QueryClient, post: Post): void {
  const onTop = <P extends Page>(page: P): P => ({ ...page, posts: [post, ...page.posts] });
  for (const [key, held] of client.getQueriesData<Page | InfiniteData<Page>>(holding(POSTS))) {
    if (!held || (key.includes(OF_MEMBER) && !key.includes(post.userId))) continue;
    if (!('pages' in held)) {
      const { posts } = onTop(held);
      client.setQueryData(key, { ...held, posts: posts.slice(0, DASHBOARD_LIST_SIZE) });
    } else {
      const [first, ...others] = held.pages;
      if (first) client.setQueryData(key, { ...held, pages: [onTop(first), ...others] });
    }
  }
}

/** Each post once, in order: one that was written while paging may push another onto the next page again. */
export function distinctPosts(pages: readonly Page[]): Post[] {
  return [...new Map(pages.flatMap(({ posts }) => posts).map((post) => [post.id, post])).values()];
}

/** Has every list of posts asked for again. */
export function refreshPosts(client: QueryClient): Promise<void> {
  return client.invalidateQueries(holding(POSTS));
}
