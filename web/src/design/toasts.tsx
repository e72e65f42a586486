import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { tabActive } from '../platform/browser/tab-active.ts';
import { useStore } from '../platform/state/store.ts';
import { dismissToast, type Toast } from '../platform/toasts.ts';
import './toasts.css';

/** How long a toast stays, in milliseconds without pauses. */
const DURATION_MS = 6000;

/** The drawings within the circle of the mark: a check mark, and an exclamation mark. */
const MARK_PATHS = { success: 'M7.500 12.500l3 3 6-6.500', failure: 'M12 7v6M12 16.500v.100' } as const;

/** The visible toasts. They stay while one of them is hovered or focused, and while the tab is inactive. */
export default function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isTabActive = useStore(tabActive);
  const previousFocus = useRef<Element>(null);

  function onFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
    setIsFocused(true);
  }

  return (
    <ul
      className="toasts__list"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={onFocus}
      onBlur={() => setIsFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastItem
          key={toast.id}
          toast={toast}
          isPaused={isHovered || isFocused || !isTabActive}
          onDismiss={(button) => {
            moveFocus(button, previousFocus.current);
            dismissToast(toast.id);
          }}
        />
      ))}
    </ul>
  );
}

interface ToastItemProps {
  readonly toast: Toast;
  /** Whether the timer is stopped. */
  readonly isPaused: boolean;
  readonly onDismiss: (button: HTMLElement) => void;
}

function ToastItem({ toast: { id, text, kind }, isPaused, onDismiss }: ToastItemProps) {
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [id, isPaused]);

  return (
    <li className="toast">
      <svg className={`toast__mark toast__mark--${kind}`} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10" />
        <path d={MARK_PATHS[kind]} />
      </svg>
      <p>{text}</p>
      <button
        type="button"
        className="toast__dismiss"
        aria-label="Dismiss"
        onClick={(event) => onDismiss(event.currentTarget)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 6l12 12M18 6 6 18" />
        </svg>
      </button>
    </li>
  );
}

/** Moves the focus from a dismissed toast to another toast, or back to where it was before the toasts. */
function moveFocus(dismissButton: HTMLElement, origin: Element | null): void {
  if (document.activeElement !== dismissButton) return;

  const buttons = [...(dismissButton.closest('ul')?.querySelectorAll('button') ?? [])];
  const index = buttons.indexOf(dismissButton as HTMLButtonElement);
  const fallback = origin?.isConnected ? origin : document.querySelector('main h1');
  ((buttons[index + 1] ?? buttons[index - 1] ?? fallback) as HTMLElement | null)?.focus();
}
