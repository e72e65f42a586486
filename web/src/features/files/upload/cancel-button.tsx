import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { texts } from './texts.ts';

interface CancelButtonProps {
  readonly name: string;
  /** The button's text, if it isn't the one that names no file. */
  readonly label?: string;
  readonly accessibleName?: string;
  /** The share that would be lost, in percent, if the member must confirm that. */
  readonly loses: number | undefined;
  readonly onCancel: () => void;
}

/** Cancels an upload. Asks first, if much has been sent. */
export function CancelButton({ name, label = texts.cancel, accessibleName, loses, onCancel }: CancelButtonProps) {
  const [confirming, setConfirming] = useState(false);

  return (
    <>
      <Button size="small" aria-label={accessibleName} onClick={loses ? () => setConfirming(true) : onCancel}>
        {label}
      </Button>
      {confirming && (
        <ConfirmDialog
          question={texts.cancelQuestion(name)}
          consequence={texts.cancelConsequence(loses ?? 0)}
          confirmLabel={texts.cancel}
          cancelLabel={texts.keepUploading}
          onConfirm={onCancel}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}
