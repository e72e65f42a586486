import { texts } from '../texts.ts';

/** Why there is nothing to see; where it may help, another try. */
export function PreviewProblem({ problem, onRetry }: { problem: string; onRetry?: () => void }) {
  return (
    <div className="preview__problem" role="alert">
      <p>{problem}</p>
      {onRetry && (
        <button type="button" className="button button--quiet button--small" onClick={onRetry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
