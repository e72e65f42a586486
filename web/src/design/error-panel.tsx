import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ErrorPanelProps {
  /** One or two sentences: what happened, then what to do. */
  readonly text: ReactNode;
  /** Shows a Retry button. Omit it if retrying can't help. */
  readonly onRetry?: (() => void) | undefined;
  /** Other buttons or links. */
  readonly children?: ReactNode;
}

/** An error in place of content that failed to load, with buttons such as Retry. */
export function ErrorPanel({ text, onRetry, children }: ErrorPanelProps) {
  const panel = useRef<HTMLDivElement>(null);

  // Retry unmounts the focused button. The focus moves to the page's heading (`tabIndex={-1}`), because otherwise the
  // page would lose it. The cleanup of a layout effect runs while the button is still in the document.
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);

  return (
    <div ref={panel} className="panel panel--padded panel--error prompt" role="alert">
      <p>{text}</p>
      {(onRetry || children) && (
        <div className="button-row prompt__ways">
          {onRetry && (
            <button type="button" className="button" onClick={onRetry}>
              Retry
            </button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}
