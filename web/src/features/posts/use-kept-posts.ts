import { useEffect, useRef } from 'react';
import type { Post } from '../../../../shared/contract/posts.ts';
import { readPostDraft } from './draft.ts';

/**
 * Returns the posts to show: the listed posts, and the posts in use that newer posts have pushed out of the list.
 *
 * A post is in use while its card has the focus or an unsent comment. See docs/adr/0056-unsent-input.md.
 */
export function useKeptPosts(listedPosts: readonly Post[], viewerId: string) {
  const previousPosts = useRef<readonly Post[]>([]);
  const removedIds = useRef(new Set<string>());

  const isListed = ({ id }: Post) => listedPosts.some((post) => post.id === id);
  const isRemoved = ({ id }: Post) => removedIds.current.has(id);
  const isInUse = ({ id }: Post) => hasFocus(id) || readPostDraft(viewerId, `comment.${id}`).text !== '';
  const keptPosts = previousPosts.current.filter((post) => !isListed(post) && !isRemoved(post) && isInUse(post));
  const posts = [...listedPosts, ...keptPosts];

  useEffect(() => {
    previousPosts.current = posts;
  });

  return {
    posts,
    /** Stops keeping a post that is deleted or gone, even if it is in use. */
    release: (id: string) => void removedIds.current.add(id),
  };
}

/** Returns whether the focus is in the card of a post. */
function hasFocus(postId: string): boolean {
  return document.activeElement?.closest('.post')?.getAttribute('data-post') === postId;
}
