import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { depthOf, toMetres } from '../../../../../shared/depth/depth.ts';
import { DeletionButton } from '../../../design/deletion-button.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { formatDepth } from '../../../platform/format.ts';
import { announce } from '../../../platform/product-events.ts';
import { changeListed } from '../file-cache.ts';
import { texts } from '../texts.ts';

interface DeleteButtonProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onDeleted: () => void;
}

/** Deletes one's own file, after it has said what that costs. */
export function DeleteButton({ file, viewerId, onDeleted }: DeleteButtonProps) {
  const { key, fileName, size } = file;
  const client = useQueryClient();

  function leave() {
    onDeleted();
    changeListed(client, key, () => undefined);
  }

  const mutation = useMutation({
    mutationFn: () => api.files.delete({ userId: viewerId, fileId: key }),
    onSuccess: ({ depth }) => {
      leave();
      announce('fileDeleted', { fileId: key, depth });
    },
    onError: (failure) => {
      // Deleted already, in another place: that is what was wanted.
      if (failure instanceof ApiError && failure.code === 'NotFound') leave();
    },
  });

  return (
    <DeletionButton
      className="button button--quiet button--small"
      label={texts.deleteOf(fileName)}
      question={texts.deleteQuestion(fileName, metresOf(size))}
      consequence={texts.deleteFinal}
      failed={texts.deleteFailed}
      words={texts}
      mutation={mutation}
    />
  );
}

const SMALLEST = 0.01;

/** The depth that a file's bytes are worth. */
function metresOf(bytes: number): string {
  const metres = toMetres(depthOf({ contributedBytes: bytes, purchasedCm: 0 }));
  return metres < SMALLEST / 2 ? texts.lessThan(formatDepth(SMALLEST)) : formatDepth(metres);
}
