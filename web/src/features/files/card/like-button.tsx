import { useQueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { LikeToggle } from '../../../ocean/like-toggle.tsx';
import { api } from '../../../platform/api/api.ts';
import { useLike } from '../../../platform/state/like-mutation.ts';
import { FILES, updateListedFile } from '../file-cache.ts';
import { texts } from './texts.ts';

interface LikeButtonProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  /** Called with the error text to show, or undefined to clear it. */
  readonly onProblem: (problem: string | undefined) => void;
}

/** The button that likes or unlikes a file, with the number of likes. */
export function LikeButton({ file, viewerId, onProblem }: LikeButtonProps) {
  const { key: fileId, fileName, likedByViewer, likeCount } = file;
  const client = useQueryClient();
  const toggle = useLike({
    item: [FILES, fileId],
    isLiked: likedByViewer,
    count: likeCount,
    send: (liked) => api.files.like({ userId: viewerId, fileId, liked }),
    show: (liked, count) =>
      updateListedFile(client, fileId, (listedFile) => ({ ...listedFile, likedByViewer: liked, likeCount: count })),
    onError: (error) => onProblem(error && texts.likeFailed(error.message)),
  });

  return (
    <LikeToggle isLiked={likedByViewer} onToggle={toggle}>
      <span className="visually-hidden">{texts.like(fileName)}</span> <span>{likeCount}</span>{' '}
      <span className="visually-hidden">{texts.likes(likeCount)}</span>
    </LikeToggle>
  );
}
