import { useId, useLayoutEffect, useRef } from 'react';
import './confirm-dialog.css';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  readonly question: string;
  /** What happens if the member confirms. */
  readonly consequence: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Replaces `confirmLabel` while the action runs. The dialog then stays open and can't be cancelled. */
  readonly busyLabel?: string | undefined;
  readonly error?: string | undefined;
  /** Whether the action leaves the page, so that an active `LeaveGuard` asks before it runs. */
  readonly leavesPage?: true;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Shown while the action runs. */
const BUSY_NOTICE = "This can't be cancelled now. Please wait.";

/**
 * A dialog that asks before a destructive action. Cancel has the focus, so that Enter alone is harmless.
 *
 * While the action runs there is no way to close the dialog: closing it would look as if the action was cancelled.
 */
export function ConfirmDialog({
  question,
  consequence,
  confirmLabel,
  cancelLabel,
  busyLabel,
  error,
  leavesPage,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const id = useId();
  const isBusy = busyLabel !== undefined;
  // A second click can arrive before the parent renders the busy state, so state is too late.
  const wasConfirmed = useRef(false);

  useLayoutEffect(() => {
    wasConfirmed.current = isBusy;
  });

  return (
    <Modal
      labelledBy={`${id}question`}
      describedBy={`${id}consequence`}
      className="confirm"
      isLocked={isBusy}
      onClose={onCancel}
    >
      <h2 id={`${id}question`}>{question}</h2>
      <p id={`${id}consequence`} className="soft">
        {consequence}
      </p>
      <div role="status">{isBusy && <p className="soft">{BUSY_NOTICE}</p>}</div>
      <div role="alert">{error && <p className="card-problem">{error}</p>}</div>
      <div className="button-row confirm__buttons">
        {!isBusy && (
          // biome-ignore lint/a11y/noAutofocus: a dialog must set the focus, and Cancel is harmless.
          <button type="button" className="button button--quiet" autoFocus onClick={onCancel}>
            {cancelLabel}
          </button>
        )}
        <button
          type="button"
          className="button button--danger"
          aria-disabled={isBusy}
          data-leaves-page={leavesPage}
          onClick={() => {
            if (wasConfirmed.current) return;
            wasConfirmed.current = true;
            onConfirm();
          }}
        >
          {busyLabel ?? confirmLabel}
        </button>
      </div>
    </Modal>
  );
}
