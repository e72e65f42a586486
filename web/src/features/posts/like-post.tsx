import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../../../shared/contract/posts.ts';
import { LikeToggle } from '../../ocean/like-toggle.tsx';
import { api } from '../../platform/api/api.ts';
import { useLike } from '../../platform/like-deed.ts';
import { changePost, POSTS } from './post-cache.ts';
import { texts } from './texts.ts';
import { saysGone } from './use-gone.ts';

interface LikePostProps {
  readonly post: Post;
  readonly onProblem: (problem: string | undefined) => void;
  readonly onGone: () => void;
}

/** Likes a post, or takes the like back. */
export function LikePost({ post, onProblem, onGone }: LikePostProps) {
  const { id: postId, username, likedByViewer, likeCount } = post;
  const client = useQueryClient();
  const toggle = useLike({
    what: [POSTS, postId],
    liked: likedByViewer,
    count: likeCount,
    send: (liked) => (liked ? api.posts.like({ postId }) : api.posts.unlike({ postId })),
    show: (liked, count) =>
      changePost(client, postId, (shown) => ({ ...shown, likedByViewer: liked, likeCount: count })),
    onProblem: (error) => {
      if (saysGone(error)) onGone();
      else onProblem(error && texts.likeFailed(error.message));
    },
  });

  return (
    <LikeToggle liked={likedByViewer} onToggle={toggle}>
      <span className="visually-hidden">{texts.like(username)}</span> <span>{likeCount}</span>{' '}
      <span className="visually-hidden">{texts.likes(likeCount)}</span>
    </LikeToggle>
  );
}
