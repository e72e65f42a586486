import { useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { formatDepth } from '../../platform/text/format-depth.ts';
import { AuthorLine } from './author-line.tsx';
import { Comments } from './comments/comments.tsx';
import { DeletePostButton } from './delete-post-button.tsx';
import { LikePostButton } from './like-post-button.tsx';
import { PostPicture } from './post-picture.tsx';
import { LongPostText } from './post-text.tsx';
import '../../design/writing/fields.css';
import './posts.css';
import { useRemoveGonePost } from './post-gone.ts';
import { texts } from './texts.ts';

interface PostCardProps {
  readonly post: Post;
  readonly viewer: OwnProfile;
  /** Called before the card is removed because the post is gone. */
  readonly onGone?: () => void;
  /** Called before the card is removed because the viewer deleted the post. */
  readonly onDeleted?: () => void;
}

const noop = () => {};

/** One post with its author, picture, like button, and comments. */
export function PostCard({ post, viewer, onGone = noop, onDeleted = noop }: PostCardProps) {
  const [problem, setProblem] = useState<string>();
  const removeGonePost = useRemoveGonePost(post.id, onGone);

  return (
    <article className="post" data-post={post.id} aria-label={texts.postBy(post.username)} tabIndex={-1}>
      <AuthorLine
        author={post}
        createdAt={post.createdAt}
        prefix={texts.fromDepth(formatDepth(post.userDepth))}
        avatarSize={44}
        isHeading
      >
        {post.userId === viewer.id && <DeletePostButton postId={post.id} onDeleted={onDeleted} />}
      </AuthorLine>
      <LongPostText text={post.content} />
      {post.imageUrl && <PostPicture url={post.imageUrl} post={post} />}
      <div className="post__counts">
        <LikePostButton post={post} onProblem={setProblem} onGone={removeGonePost} />
        <span className="soft">{texts.commentCount(post.commentCount)}</span>
      </div>
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
      <Comments post={post} viewer={viewer} onGone={removeGonePost} />
    </article>
  );
}
