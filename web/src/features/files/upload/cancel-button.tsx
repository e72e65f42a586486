import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { texts } from './texts.ts';

interface CancelButtonProps {
  readonly name: string;
  /** The text of the button. */
  readonly label?: string;
  readonly accessibleName?: string;
  /** The share of the file that would be lost, in percent. Undefined or 0 if no confirmation is needed. */
  readonly lostPercent: number | undefined;
  readonly onCancel: () => void;
}

/** The button that cancels an upload. Asks for confirmation if sent bytes would be lost. */
export function CancelButton({ name, label = texts.cancel, accessibleName, lostPercent, onCancel }: CancelButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);

  return (
    <>
      <Button size="small" aria-label={accessibleName} onClick={lostPercent ? () => setIsConfirming(true) : onCancel}>
        {label}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          question={texts.cancelQuestion(name)}
          consequence={texts.cancelConsequence(lostPercent ?? 0)}
          confirmLabel={texts.cancel}
          cancelLabel={texts.keepUploading}
          onConfirm={onCancel}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
