import { useQuery } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MEMBER_POSTS, POSTS } from '../../../features/posts/post-cache.ts';
import { api } from '../../../platform/api/api.ts';

/**
 * Returns whether the viewer has a bio or a picture, or has posted. Returns undefined while a request checks the posts.
 *
 * @param visiblePosts - the posts on the screen, which usually contain the viewer's newest post
 */
export function useIsIntroduced(viewer: OwnProfile, visiblePosts: readonly Post[]): boolean | undefined {
  const isVisiblyIntroduced =
    viewer.bio !== '' || viewer.profilePicture !== '' || visiblePosts.some(({ userId }) => userId === viewer.id);

  const { data, isPending } = useQuery({
    // The key contains the parts of a member's posts, so that publishing and deleting a post update it.
    queryKey: [POSTS, MEMBER_POSTS, viewer.id, 'newest'],
    queryFn: ({ signal }) => api.posts.listOfMember({ userId: viewer.id, limit: 1 }, { signal }),
    enabled: !isVisiblyIntroduced,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isVisiblyIntroduced) return true;
  return isPending ? undefined : (data?.posts.length ?? 0) > 0;
}
