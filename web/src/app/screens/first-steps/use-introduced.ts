import { useQuery } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MEMBER_POSTS, POSTS } from '../../../features/posts/post-cache.ts';
import { api } from '../../../platform/api/api.ts';

/**
 * Returns whether the viewer has a bio or a picture, or has posted. Undefined while a request finds out.
 *
 * @param shownPosts - the posts on the screen, which usually contain the viewer's newest
 */
export function useIntroduced(viewer: OwnProfile, shownPosts: readonly Post[]): boolean | undefined {
  const visiblyIntroduced =
    viewer.bio !== '' || viewer.profilePicture !== '' || shownPosts.some(({ userId }) => userId === viewer.id);
  const { data, isPending } = useQuery({
    // Contains the parts of a member's posts, so that publishing and deleting a post update it.
    queryKey: [POSTS, MEMBER_POSTS, viewer.id, 'newest'],
    queryFn: ({ signal }) => api.posts.listOfMember({ userId: viewer.id, limit: 1 }, { signal }),
    enabled: !visiblyIntroduced,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (visiblyIntroduced) return true;

  return isPending ? undefined : (data?.posts.length ?? 0) > 0;
}
