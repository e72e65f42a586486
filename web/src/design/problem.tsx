import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ProblemProps {
  /** Sentences for a person. */
  readonly text: ReactNode;
  /** Tries again; without it there is no use in that. */
  readonly onRetry?: (() => void) | undefined;
  /** Other ways to go on. */
  readonly children?: ReactNode;
}

/** Stands where something should be: says why it is not, and offers to try again. */
export function Problem({ text, onRetry, children }: ProblemProps) {
  const place = useRef<HTMLDivElement>(null);

  // Trying again takes the pressed button away: the keyboard goes on from the heading, not from the top of the page.
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);

  return (
    <div ref={place} className="panel panel--padded panel--error prompt" role="alert">
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
