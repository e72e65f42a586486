import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeletionButtonProps {
  readonly className: string;
  /** What it deletes, for those who do not see where the button stands. */
  readonly label: string;
  readonly question: string;
  /** What is lost. */
  readonly consequence: string;
  /** Why it was not deleted, for a person. */
  readonly failed: (reason: string) => string;
  readonly words: { readonly delete: string; readonly deleting: string; readonly keep: string };
  /** The deletion itself, as `useMutation` gives it. */
  readonly mutation: {
    readonly mutate: () => void;
    readonly reset: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
}

/** Deletes something, after it was asked whether that is meant. */
export function DeletionButton(props: DeletionButtonProps) {
  const { className, label, question, consequence, failed, words, mutation } = props;
  const { mutate, reset, isPending, error } = mutation;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        onClick={() => {
          reset();
          setAsking(true);
        }}
      >
        {words.delete}
      </button>
      {asking && (
        <ConfirmDialog
          question={question}
          consequence={consequence}
          yes={words.delete}
          no={words.keep}
          busy={isPending ? words.deleting : undefined}
          error={error ? failed(error.message) : undefined}
          onYes={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
