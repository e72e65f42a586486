import { useQueryClient } from '@tanstack/react-query';
import { DeleteButton } from '../../design/delete-button.tsx';
import { api } from '../../platform/api/api.ts';
import { useAction } from '../../platform/state/use-action.ts';
import { removePost } from './post-cache.ts';
import { isPostGone } from './post-gone.ts';
import { texts } from './texts.ts';

interface DeletePostButtonProps {
  readonly postId: string;
  readonly onDeleted: () => void;
}

/** The button that deletes the viewer's own post, after a confirmation. */
export function DeletePostButton({ postId, onDeleted }: DeletePostButtonProps) {
  const client = useQueryClient();

  function removeFromScreen() {
    onDeleted();
    removePost(client, postId);
  }

  const action = useAction({
    mutationFn: () => api.posts.delete({ postId }),
    onSuccess: removeFromScreen,
    onError: (failure) => {
      // The post was already deleted in another tab.
      if (isPostGone(failure)) removeFromScreen();
    },
  });

  return (
    <DeleteButton
      className="text-button"
      label={texts.deletePost}
      question={texts.deletePostQuestion}
      consequence={texts.deletePostConsequence}
      errorText={texts.deletePostFailed}
      labels={texts}
      action={action}
    />
  );
}
