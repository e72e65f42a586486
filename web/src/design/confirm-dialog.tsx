import { useId } from 'react';
import './confirm-dialog.css';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  readonly question: string;
  /** What more there is to know. */
  readonly consequence: string;
  readonly yes: string;
  readonly no: string;
  /** Said in place of `yes` while it is being done. */
  readonly busy?: string | undefined;
  readonly error?: string | undefined;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before something is lost. Enter alone loses nothing: the harmless answer has the focus. */
export function ConfirmDialog({ question, consequence, yes, no, busy, error, onYes, onClose }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={`${id}question`} describedBy={`${id}consequence`} className="confirm" onClose={onClose}>
      <h2 id={`${id}question`}>{question}</h2>
      <p id={`${id}consequence`} className="soft">
        {consequence}
      </p>
      <div role="alert">{error && <p className="card-problem">{error}</p>}</div>
      <div className="button-row confirm__answers">
        {/* biome-ignore lint/a11y/noAutofocus: a dialog places the focus, and this is where it does least harm. */}
        <button type="button" className="button button--quiet" autoFocus onClick={onClose}>
          {no}
        </button>
        <button
          type="button"
          className="button button--danger"
          aria-disabled={busy !== undefined}
          onClick={() => {
            if (busy === undefined) onYes();
          }}
        >
          {busy ?? yes}
        </button>
      </div>
    </Modal>
  );
}
