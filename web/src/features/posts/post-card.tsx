import { useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { formatDepth } from '../../platform/format.ts';
import { AuthorLine } from './author-line.tsx';
import { Comments } from './comments/comments.tsx';
import { DeletePost } from './delete-post.tsx';
import { LikePost } from './like-post.tsx';
import { PostPicture } from './post-picture.tsx';
import { LongPostText } from './post-text.tsx';
import '../../design/writing/fields.css';
import './posts.css';
import { texts } from './texts.ts';
import { useGone } from './use-gone.ts';

interface PostCardProps {
  readonly post: Post;
  readonly viewer: OwnProfile;
  /** Told before the card is taken away because there is no such post any more. */
  readonly onGone?: () => void;
  /** Told before it is taken away because the viewer has deleted it. */
  readonly onDeleted?: () => void;
}

const nothing = () => {};

/** One post: who wrote it and what, who likes it, and what was said to it. */
export function PostCard({ post, viewer, onGone = nothing, onDeleted = nothing }: PostCardProps) {
  const [problem, setProblem] = useState<string>();
  const gone = useGone(post.id, onGone);
  return (
    <article className="panel post" aria-label={texts.postBy(post.username)} tabIndex={-1}>
      <AuthorLine
        author={post}
        createdAt={post.createdAt}
        from={texts.fromDepth(formatDepth(post.userDepth))}
        avatarSize={44}
        heading
      >
        {post.userId === viewer.id && <DeletePost postId={post.id} onDeleted={onDeleted} />}
      </AuthorLine>
      <LongPostText text={post.content} />
      {post.imageUrl && <PostPicture url={post.imageUrl} post={post} />}
      <div className="post__counts">
        <LikePost post={post} onProblem={setProblem} onGone={gone} />
        <span className="soft">{texts.commentCount(post.commentCount)}</span>
      </div>
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
      <Comments post={post} viewer={viewer} onGone={gone} />
    </article>
  );
}
