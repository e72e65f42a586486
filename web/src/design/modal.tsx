import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Returns whether the browser closes a dialog on a click outside. A function, because the build renders without a
 * browser.
 */
const supportsClosedBy = () => 'closedBy' in HTMLDialogElement.prototype;

interface ModalProps {
  /** The ID of the dialog's heading. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly className?: string;
  /** Keeps the dialog dark at every depth. */
  readonly scheme?: 'night';
  /** Keeps the dialog open: neither Escape nor a click outside closes it. */
  readonly isLocked?: boolean;
  /** Called when the dialog closes, including by Escape or a click outside. */
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog, built on the browser's `<dialog>`.
 *
 * The browser traps the focus, closes on Escape, hides the page from screen readers, and restores the focus.
 */
export function Modal(props: ModalProps) {
  const { labelledBy, describedBy, className = '', scheme, isLocked = false, onClose, onKeyDown, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const wasPressedOutside = useRef(false);

  // Closes before unmounting: the browser doesn't restore the focus for a dialog that is only removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // Other browsers need these handlers to close on a click that begins and ends outside. The backdrop belongs to the
  // dialog.
  const outsideHandlers = {
    onMouseDown: (event: MouseEvent) => {
      wasPressedOutside.current = isOutside(event);
    },
    onClick: (event: MouseEvent) => {
      if (!isLocked && wasPressedOutside.current && isOutside(event)) dialog.current?.close();
    },
  };

  return (
    <dialog
      ref={dialog}
      className={`panel modal ${className}`}
      data-scheme={scheme}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // Browsers without `closedby` close on Escape unless this event is cancelled.
        if (isLocked) event.preventDefault();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={onKeyDown}
      {...(supportsClosedBy() ? { closedby: isLocked ? 'none' : 'any' } : outsideHandlers)}
    >
      {children}
    </dialog>
  );
}

/** Returns whether a click on a dialog or its backdrop is outside its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
