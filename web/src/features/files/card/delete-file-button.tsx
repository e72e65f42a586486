import { useQueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { DeleteButton } from '../../../design/delete-button.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { emitProductEvent } from '../../../platform/product-events.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { removeListedFile } from '../file-cache.ts';
import { CardIcon } from './card-icon.tsx';
import { formatContribution } from './format-contribution.ts';
import { texts } from './texts.ts';

interface DeleteFileButtonProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onDeleted: () => void;
}

/** The button that deletes the viewer's own file. The dialog states how much depth the deletion costs. */
export function DeleteFileButton({ file, viewerId, onDeleted }: DeleteFileButtonProps) {
  const { key, fileName, creditedBytes } = file;
  const client = useQueryClient();

  function removeFile(depth?: number) {
    onDeleted();
    removeListedFile(client, key);
    emitProductEvent('fileDeleted', { fileId: key, depth });
  }

  const action = useAction({
    mutationFn: () => api.files.delete({ userId: viewerId, fileId: key }),
    onSuccess: ({ depth }) => removeFile(depth),
    onError: (failure) => {
      // The file was already deleted, perhaps on another device. Other lists and tabs may still show it.
      if (failure instanceof ApiError && failure.code === 'NotFound') removeFile();
    },
  });

  return (
    <DeleteButton
      className="icon-button"
      icon={<CardIcon action="delete" />}
      label={texts.deleteOf(fileName)}
      question={
        creditedBytes > 0
          ? texts.deleteQuestion(fileName, formatContribution(creditedBytes))
          : texts.deleteCopyQuestion(fileName)
      }
      consequence={texts.deleteConsequence}
      errorText={texts.deleteFailed}
      labels={texts}
      action={action}
    />
  );
}
