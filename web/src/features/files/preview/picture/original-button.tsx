import { texts } from '../texts.ts';
import type { OriginalState } from './use-sources.ts';

interface OriginalButtonProps {
  readonly originalState: OriginalState;
  readonly requestOriginal: () => void;
  readonly onRetry: () => void;
}

/** The button that shows the original in place of the copy, or a text that says why the original can't be shown. */
export function OriginalButton({ originalState, requestOriginal, onRetry }: OriginalButtonProps) {
  if (originalState === 'undecodable') return <p className="soft">{texts.originalForDownload}</p>;
  if (originalState === 'failed') {
    return (
      <div role="alert" className="picture__failure">
        <p>{texts.originalFailed}</p>
        <button type="button" className="button button--quiet button--small" onClick={onRetry}>
          {texts.retry}
        </button>
      </div>
    );
  }

  const labels = {
    unwanted: texts.showOriginal,
    loading: texts.loadingOriginal,
    shown: texts.originalShown,
  };

  // The button stays when the original is shown, so that it keeps the keyboard focus.
  const isDone = originalState !== 'unwanted';

  return (
    <>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-disabled={isDone}
        onClick={isDone ? undefined : requestOriginal}
      >
        {labels[originalState]}
      </button>
      <p role="status" className="visually-hidden">
        {isDone && labels[originalState]}
      </p>
    </>
  );
}
