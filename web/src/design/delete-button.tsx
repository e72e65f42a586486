import { type ReactNode, useState } from 'react';
import type { Action } from '../platform/state/use-action.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteButtonProps {
  readonly className: string;
  /** Replaces the visible label of the button. */
  readonly icon?: ReactNode;
  /** The accessible name, which names the item. */
  readonly label: string;
  readonly question: string;
  /** Says what is lost. */
  readonly consequence: string;
  /** Returns the text to show when the deletion failed. */
  readonly errorText: (reason: string) => string;
  readonly labels: { readonly delete: string; readonly deleting: string; readonly keep: string };
  /** Runs the deletion. */
  readonly action: Action;
}

/** A button that deletes something after a confirmation dialog. */
export function DeleteButton(props: DeleteButtonProps) {
  const { className, icon, label, question, consequence, errorText, labels, action } = props;
  const { run, isBusy, error } = action;
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={icon ? labels.delete : undefined}
        onClick={() => {
          action.reset();
          setIsOpen(true);
        }}
      >
        {icon ?? labels.delete}
      </button>
      {isOpen && (
        <ConfirmDialog
          question={question}
          consequence={consequence}
          confirmLabel={labels.delete}
          cancelLabel={labels.keep}
          busyLabel={isBusy ? labels.deleting : undefined}
          error={error ? errorText(error.message) : undefined}
          onConfirm={run}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
