import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { refreshPosts, removePost } from './post-cache.ts';

/** Returns whether the post was deleted or is now above the viewer's depth. The API returns 404 in both cases. */
export function isPostGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NotFound';
}

/**
 * Returns a function that removes a gone post from the screen and refetches the lists.
 *
 * @param onGone - called before the post is removed
 */
export function useRemoveGonePost(postId: string, onGone: () => void): () => void {
  const client = useQueryClient();

  return () => {
    onGone();
    removePost(client, postId);
    void refreshPosts(client);
  };
}
