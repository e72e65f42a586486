import { useEffect, useRef } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import type { Action } from '../../../platform/state/use-action.ts';
import { formatContribution } from '../card/format-contribution.ts';
import { texts } from '../texts.ts';

interface DeleteFilesDialogProps {
  /** The viewer's own files. */
  readonly files: readonly ListedFile[];
  /** How many files of others are selected. */
  readonly others: number;
  readonly action: Action<readonly ListedFile[]>;
  readonly onClose: () => void;
}

/** Asks before several files are deleted, and closes when the deletion ends. */
export function DeleteFilesDialog({ files, others, action, onClose }: DeleteFilesDialogProps) {
  // Deleted files leave the list one by one, but the question stays the same.
  const asked = useRef({ files, others }).current;
  const credited = asked.files.reduce((sum, { creditedBytes }) => sum + creditedBytes, 0);
  const started = useRef(false);

  useEffect(() => {
    if (started.current && !action.busy) onClose();
  }, [action.busy, onClose]);

  return (
    <ConfirmDialog
      question={texts.deleteAllQuestion(asked.files.length, credited > 0 ? formatContribution(credited) : undefined)}
      consequence={texts.deleteAllConsequence(asked.others)}
      confirmLabel={texts.delete}
      cancelLabel={asked.files.length === 1 ? texts.keep : texts.keepAll}
      busyLabel={action.busy ? texts.deleting : undefined}
      onConfirm={() => {
        started.current = true;
        action.run(asked.files);
      }}
      onCancel={onClose}
    />
  );
}
