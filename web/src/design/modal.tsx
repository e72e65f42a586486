import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly className?: string;
  /** Told when it was closed, by Escape or a click beside it too. */
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/**
 * The browser's own dialog: it keeps the keyboard inside, closes on Escape, hides the page from screen readers, and
 * gives the focus back to where it was.
 */
export function Modal({ labelledBy, describedBy, className = '', onClose, onKeyDown, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before it leaves the page: a dialog that is merely removed takes the focus with it.
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
