import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteButtonProps {
  readonly className: string;
  /** The accessible name: says what is deleted. */
  readonly label: string;
  readonly question: string;
  /** What is lost. */
  readonly consequence: string;
  /** Returns the text to show when the deletion failed. */
  readonly errorText: (reason: string) => string;
  readonly labels: { readonly delete: string; readonly deleting: string; readonly keep: string };
  /** The deletion: a result of `useMutation`. */
  readonly mutation: {
    readonly mutate: () => void;
    readonly reset: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
}

/** A button that deletes something after a confirmation dialog. */
export function DeleteButton(props: DeleteButtonProps) {
  const { className, label, question, consequence, errorText, labels, mutation } = props;
  const { mutate, reset, isPending, error } = mutation;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        {labels.delete}
      </button>
      {open && (
        <ConfirmDialog
          question={question}
          consequence={consequence}
          confirmLabel={labels.delete}
          cancelLabel={labels.keep}
          busyLabel={isPending ? labels.deleting : undefined}
          error={error ? errorText(error.message) : undefined}
          onConfirm={mutate}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}
