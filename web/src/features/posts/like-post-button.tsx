import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../../../shared/contract/posts.ts';
import { LikeToggle } from '../../ocean/like-toggle.tsx';
import { api } from '../../platform/api/api.ts';
import { useLike } from '../../platform/state/like-mutation.ts';
import { POSTS, updatePost } from './post-cache.ts';
import { isPostGone } from './post-gone.ts';
import { texts } from './texts.ts';

interface LikePostButtonProps {
  readonly post: Post;
  /** Called with the error text to show, or undefined to clear it. */
  readonly onProblem: (problem: string | undefined) => void;
  /** Called if the post was deleted, or is now above the viewer. */
  readonly onGone: () => void;
}

/** The button that likes or unlikes a post, with the number of likes. */
export function LikePostButton({ post, onProblem, onGone }: LikePostButtonProps) {
  const { id: postId, username, likedByViewer, likeCount } = post;
  const client = useQueryClient();
  const toggle = useLike({
    item: [POSTS, postId],
    isLiked: likedByViewer,
    count: likeCount,
    send: (liked) => (liked ? api.posts.like({ postId }) : api.posts.unlike({ postId })),
    show: (liked, count) =>
      updatePost(client, postId, (cachedPost) => ({ ...cachedPost, likedByViewer: liked, likeCount: count })),
    onError: (error) => {
      if (isPostGone(error)) onGone();
      else onProblem(error && texts.likeFailed(error.message));
    },
  });

  return (
    <LikeToggle isLiked={likedByViewer} onToggle={toggle}>
      <span className="visually-hidden">{texts.like(username)}</span> <span>{likeCount}</span>{' '}
      <span className="visually-hidden">{texts.likes(likeCount)}</span>
    </LikeToggle>
  );
}
