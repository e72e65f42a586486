import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { api } from '../../platform/api/api.ts';
import { changeListed } from './file-cache.ts';
import { texts } from './texts.ts';

interface LikeButtonProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onProblem: (problem: string | undefined) => void;
}

/** Likes a file, or takes it back: shown at once, and undone when the server will not have it. */
export function LikeButton({ file, viewerId, onProblem }: LikeButtonProps) {
  const { key, fileName, likedByViewer, likeCount } = file;
  const client = useQueryClient();
  const mutationKey = ['files', 'like', key];
  const show = (liked: boolean, count: number) =>
    changeListed(client, key, (listed) => ({ ...listed, likedByViewer: liked, likeCount: count }));

  const { mutate } = useMutation({
    mutationKey,
    // One after the other, so that the last press is what stays.
    scope: { id: mutationKey.join() },
    mutationFn: (liked: boolean) => api.files.like({ userId: viewerId, fileId: key, liked }),
    onMutate: (liked) => {
      onProblem(undefined);
      show(liked, Math.max(0, likeCount + (liked ? 1 : -1)));
      return { likedByViewer, likeCount };
    },
    onSuccess: (answer) => {
      // What was pressed meanwhile is newer than this answer.
      if (client.isMutating({ mutationKey }) <= 1) show(answer.liked, answer.likeCount);
    },
    onError: (error, _, before) => {
      if (before) show(before.likedByViewer, before.likeCount);
      onProblem(texts.likeFailed(error.message));
    },
  });

  return (
    <button type="button" className="like-button" aria-pressed={likedByViewer} onClick={() => mutate(!likedByViewer)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.500C5.500 15.800 3 12.400 3 8.900 3 6.200 5.100 4.200 7.600 4.200c1.800 0 3.400 1 4.400 2.700 1-1.700 2.600-2.700 4.400-2.700 2.500 0 4.600 2 4.600 4.700 0 3.500-2.500 6.900-9 11.600z" />
      </svg>
      <span className="visually-hidden">{texts.like(fileName)}</span> <span>{likeCount}</span>{' '}
      <span className="visually-hidden">{texts.likes(likeCount)}</span>
    </button>
  );
}
