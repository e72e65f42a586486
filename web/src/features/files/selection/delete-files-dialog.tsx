import { useEffect, useRef } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import type { Action } from '../../../platform/state/use-action.ts';
import { formatContribution } from '../card/format-contribution.ts';
import { texts as cardTexts } from '../card/texts.ts';
import { texts } from '../texts.ts';

interface DeleteFilesDialogProps {
  /** The viewer's own files. */
  readonly files: readonly ListedFile[];
  /** How many files of other members are selected. */
  readonly otherCount: number;
  readonly action: Action<readonly ListedFile[]>;
  readonly onClose: () => void;
}

/** Asks before several files are deleted, and closes when the deletion ends. */
export function DeleteFilesDialog({ files, otherCount, action, onClose }: DeleteFilesDialogProps) {
  // Deleted files leave the list one by one, but the question stays the same.
  const snapshot = useRef({ files, otherCount }).current;
  const totalCreditedBytes = snapshot.files.reduce((sum, { creditedBytes }) => sum + creditedBytes, 0);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current && !action.isBusy) onClose();
  }, [action.isBusy, onClose]);

  return (
    <ConfirmDialog
      question={texts.deleteAllQuestion(
        snapshot.files.length,
        totalCreditedBytes > 0 ? formatContribution(totalCreditedBytes) : undefined,
      )}
      consequence={texts.deleteAllConsequence(snapshot.otherCount)}
      confirmLabel={cardTexts.delete}
      cancelLabel={snapshot.files.length === 1 ? cardTexts.keep : texts.keepAll}
      busyLabel={action.isBusy ? cardTexts.deleting : undefined}
      onConfirm={() => {
        hasStarted.current = true;
        action.run(snapshot.files);
      }}
      onCancel={onClose}
    />
  );
}
