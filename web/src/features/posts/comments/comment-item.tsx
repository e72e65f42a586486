import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { AuthorLine } from '../author-line.tsx';
import { PostText } from '../post-text.tsx';
import { DeleteCommentButton } from './delete-comment-button.tsx';

interface CommentItemProps {
  readonly comment: Comment;
  readonly post: Post;
  readonly viewerId: string;
  readonly onDeleted: () => void;
}

/** One comment, with a delete button for its author. */
export function CommentItem({ comment, post, viewerId, onDeleted }: CommentItemProps) {
  return (
    <li className="comment" tabIndex={-1} data-comment-id={comment.id}>
      <AuthorLine author={comment} createdAt={comment.createdAt} avatarSize={28}>
        {comment.userId === viewerId && <DeleteCommentButton comment={comment} post={post} onDeleted={onDeleted} />}
      </AuthorLine>
      <PostText text={comment.text} />
    </li>
  );
}
