import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment, Post } from '../../../../../shared/contract/posts.ts';
import { DeletionButton } from '../../../design/deletion-button.tsx';
import { api } from '../../../platform/api/api.ts';
import { changePost, refreshPosts } from '../post-cache.ts';
import { texts } from '../texts.ts';
import { saysGone } from '../use-gone.ts';
import { removeComment } from './comment-cache.ts';

interface DeleteCommentProps {
  readonly comment: Comment;
  readonly post: Post;
  readonly onDeleted: () => void;
}

/** Deletes one's own comment, after it was asked whether that is meant. */
export function DeleteComment({ comment, post, onDeleted }: DeleteCommentProps) {
  const client = useQueryClient();
  const postId = post.id;

  async function leave(commentCount: number) {
    onDeleted();
    if (!removeComment(client, postId, comment.id, commentCount)) return;
    const { comments } = await api.posts.listComments({ postId, limit: 1 });
    changePost(client, postId, (shown) => ({ ...shown, newestComment: comments[0] ?? null }));
  }

  const mutation = useMutation({
    mutationFn: () => api.posts.deleteComment({ postId, commentId: comment.id }),
    // What comes before it is looked up in vain at worst: the next answer has it.
    onSuccess: ({ commentCount }) => void leave(commentCount).catch(console.error),
    onError: (failure) => {
      if (!saysGone(failure)) return;
      // Deleted already, in another place, or with its post: that is what was wanted, and the lists are asked anew.
      onDeleted();
      removeComment(client, postId, comment.id, Math.max(0, post.commentCount - 1));
      void refreshPosts(client);
    },
  });

  return (
    <DeletionButton
      className="text-button"
      label={texts.deleteComment(post.username)}
      question={texts.deleteCommentQuestion}
      consequence={texts.deleteFinal}
      failed={texts.deleteCommentFailed}
      words={texts}
      mutation={mutation}
    />
  );
}
