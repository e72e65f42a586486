import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { attention } from '../platform/attention.ts';
import { useStore } from '../platform/store.ts';
import { dismissToast, type Toast } from '../platform/toasts.ts';
import './toasts.css';

/** How long one stays that nobody holds. */
const SHOWN_MS = 6000;

/** What is said in passing. It waits while it is pointed at or walked through, and while nobody looks at the tab. */
export default function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const looking = useStore(attention);
  const origin = useRef<Element>(null);

  function onFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
    setFocused(true);
  }

  return (
    <ul
      className="toasts__list"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      {toasts.map((toast) => (
        <Passing
          key={toast.id}
          toast={toast}
          held={pointed || focused || !looking}
          onDismiss={(button) => {
            passFocusOn(button, origin.current);
            dismissToast(toast.id);
          }}
        />
      ))}
    </ul>
  );
}

interface PassingProps {
  readonly toast: Toast;
  /** Whether its time stands still. */
  readonly held: boolean;
  readonly onDismiss: (button: HTMLElement) => void;
}

function Passing({ toast: { id, text }, held, onDismiss }: PassingProps) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, held]);

  return (
    <li className="toast">
      <svg className="toast__mark" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10" />
        <path d="M7.500 12.500l3 3 6-6.500" />
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

/** The keyboard goes on to another one, and from the last back to where it came from. */
function passFocusOn(from: HTMLElement, origin: Element | null): void {
  if (document.activeElement !== from) return;
  const buttons = [...(from.closest('ul')?.querySelectorAll('button') ?? [])];
  const place = buttons.indexOf(from as HTMLButtonElement);
  const back = origin?.isConnected ? origin : document.querySelector('main h1');
  ((buttons[place + 1] ?? buttons[place - 1] ?? back) as HTMLElement | null)?.focus();
}
