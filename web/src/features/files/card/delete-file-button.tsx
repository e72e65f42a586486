import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { DeleteButton } from '../../../design/delete-button.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { emitProductEvent } from '../../../platform/product-events.ts';
import { updateListedFile } from '../file-cache.ts';
import { texts } from '../texts.ts';
import { formatContribution } from './format-contribution.ts';

interface DeleteFileButtonProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onDeleted: () => void;
}

/** Deletes the viewer's own file. The dialog states how much depth that costs. */
export function DeleteFileButton({ file, viewerId, onDeleted }: DeleteFileButtonProps) {
  const { key, fileName, size } = file;
  const client = useQueryClient();

  function removeFile() {
    onDeleted();
    updateListedFile(client, key, () => undefined);
  }

  const mutation = useMutation({
    mutationFn: () => api.files.delete({ userId: viewerId, fileId: key }),
    onSuccess: ({ depth }) => {
      removeFile();
      emitProductEvent('fileDeleted', { fileId: key, depth });
    },
    onError: (failure) => {
      // Already deleted in another tab.
      if (failure instanceof ApiError && failure.code === 'NotFound') removeFile();
    },
  });

  return (
    <DeleteButton
      className="button button--quiet button--small"
      label={texts.deleteOf(fileName)}
      question={texts.deleteQuestion(fileName, formatContribution(size))}
      consequence={texts.deleteConsequence}
      errorText={texts.deleteFailed}
      labels={texts}
      mutation={mutation}
    />
  );
}
