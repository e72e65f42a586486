import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DeletionButton } from '../../design/deletion-button.tsx';
import { api } from '../../platform/api/api.ts';
import { removePost } from './post-cache.ts';
import { texts } from './texts.ts';
import { saysGone } from './use-gone.ts';

interface DeletePostProps {
  readonly postId: string;
  readonly onDeleted: () => void;
}

/** Deletes one's own post, after it was asked whether that is meant. */
export function DeletePost({ postId, onDeleted }: DeletePostProps) {
  const client = useQueryClient();

  function leave() {
    onDeleted();
    removePost(client, postId);
  }

  const mutation = useMutation({
    mutationFn: () => api.posts.delete({ postId }),
    onSuccess: leave,
    onError: (failure) => {
      // Deleted already, in another place: that is what was wanted.
      if (saysGone(failure)) leave();
    },
  });

  return (
    <DeletionButton
      className="text-button"
      label={texts.deletePost}
      question={texts.deletePostQuestion}
      consequence={texts.deletePostFinal}
      failed={texts.deletePostFailed}
      words={texts}
      mutation={mutation}
    />
  );
}
