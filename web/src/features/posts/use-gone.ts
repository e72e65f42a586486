import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { refreshPosts, removePost } from './post-cache.ts';

/** Whether an answer says that a post is gone, or above the member by now: it is one answer for both. */
export function saysGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NotFound';
}

/**
 * What to do when an answer says so.
 *
 * @param onGone - told before the post is taken off the screen
 */
export function useGone(postId: string, onGone: () => void): () => void {
  const client = useQueryClient();
  return () => {
    onGone();
    removePost(client, postId);
    void refreshPosts(client);
  };
}
