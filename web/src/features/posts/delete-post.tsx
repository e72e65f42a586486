import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api/api.ts';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { removePost } from './post-cache.ts';
import { texts } from './texts.ts';
import { saysGone } from './use-gone.ts';

interface DeletePostProps {
  readonly postId: string;
  readonly onDeleted: () => void;
}

/** Deletes one's own post, after it was asked whether that is meant. */
export function DeletePost({ postId, onDeleted }: DeletePostProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();

  function leave() {
    onDeleted();
    removePost(client, postId);
  }

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.posts.delete({ postId }),
    onSuccess: leave,
    onError: (failure) => {
      // Deleted already, in another place: that is what was wanted.
      if (saysGone(failure)) leave();
    },
  });

  return (
    <>
      <button
        type="button"
        className="text-button"
        aria-label={texts.deletePost}
        onClick={() => {
          reset();
          setAsking(true);
        }}
      >
        {texts.delete}
      </button>
      {asking && (
        <ConfirmDialog
          question={texts.deletePostQuestion}
          consequence={texts.deletePostFinal}
          yes={texts.delete}
          no={texts.keep}
          busy={isPending ? texts.deleting : undefined}
          error={error ? texts.deletePostFailed(error.message) : undefined}
          onYes={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
