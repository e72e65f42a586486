import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  /** The id of the dialog's heading. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly className?: string;
  /** Called when the dialog closes, also by Escape or a click outside. */
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog, built on the browser's `<dialog>`.
 *
 * The browser traps the focus, closes on Escape, hides the page from screen readers, and restores the focus.
 */
export function Modal({ labelledBy, describedBy, className = '', onClose, onKeyDown, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Close before unmounting. The browser doesn't restore the focus for a dialog that is only removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={`panel modal ${className}`}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={onKeyDown}
      {...{ closedby: 'any' }}
    >
      {children}
    </dialog>
  );
}
