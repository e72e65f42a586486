import { useQueryClient } from '@tanstack/react-query';
import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { DeleteButton } from '../../../design/delete-button.tsx';
import { api } from '../../../platform/api/api.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { refreshPosts } from '../post-cache.ts';
import { isPostGone } from '../post-gone.ts';
import { removeComment, showNewestComment } from './comment-cache.ts';
import { texts } from './texts.ts';

interface DeleteCommentButtonProps {
  readonly comment: Comment;
  readonly post: Post;
  readonly onDeleted: () => void;
}

/** The button that deletes the viewer's own comment, after a confirmation. */
export function DeleteCommentButton({ comment, post, onDeleted }: DeleteCommentButtonProps) {
  const client = useQueryClient();
  const postId = post.id;

  async function removeFromScreen(commentCount: number) {
    onDeleted();
    const needsComment = removeComment(client, postId, comment.id, { commentCount });
    if (!needsComment) return;

    await showNewestComment(client, postId, async () => {
      const { comments } = await api.posts.listComments({ postId, limit: 1 });
      return comments[0];
    });
  }

  const action = useAction({
    mutationFn: () => api.posts.deleteComment({ postId, commentId: comment.id }),
    // If loading the previous comment fails, the next refetch shows that comment.
    onSuccess: ({ commentCount }) => void removeFromScreen(commentCount).catch(console.error),
    onError: (failure) => {
      if (!isPostGone(failure)) return;

      // The comment was already deleted: in another tab, or with its post. The error contains no count, so the new
      // count is an estimate until the refetch.
      onDeleted();
      removeComment(client, postId, comment.id, { commentCount: Math.max(0, post.commentCount - 1) });
      void refreshPosts(client);
    },
  });

  return (
    <DeleteButton
      className="text-button"
      label={texts.deleteComment(post.username)}
      question={texts.deleteCommentQuestion}
      consequence={texts.deleteConsequence}
      errorText={texts.deleteCommentFailed}
      labels={texts}
      action={action}
    />
  );
}
