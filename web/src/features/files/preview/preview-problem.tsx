import { texts } from '../texts.ts';

/** Why there is nothing to see, and another try. */
export function PreviewProblem({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div className="preview__problem" role="alert">
      <p>{problem}</p>
      <button type="button" className="button button--quiet button--small" onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  );
}
