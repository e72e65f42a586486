import { texts } from '../texts.ts';
import './preview-skeleton.css';
import type { PreviewKind } from '../file-kind.ts';

/** How many lines stand for a text, or for what is on a page. */
const LINES = 9;

/** Stands where a file will be shown, in the shape of its kind. */
export function PreviewSkeleton({ kind }: { kind: PreviewKind }) {
  return (
    <div className={`preview-skeleton preview-skeleton--${kind}`} role="status">
      <div className="preview-skeleton__shape" aria-hidden="true">
        {shapeOf(kind)}
      </div>
      <p className="soft">{texts.loadingPreview}</p>
    </div>
  );
}

function shapeOf(kind: PreviewKind) {
  switch (kind) {
    case 'image':
      return <i className="preview-skeleton__picture" />;
    case 'video':
      return (
        <>
          <i className="preview-skeleton__picture" />
          <Controls />
        </>
      );
    case 'audio':
      return (
        <>
          <i className="preview-skeleton__sound" />
          <Controls />
        </>
      );
    case 'pdf':
    case 'text':
      return Array.from({ length: LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are alike, and stay where they are.
        <i key={line} className="preview-skeleton__line" />
      ));
  }
}

function Controls() {
  return (
    <>
      <i className="preview-skeleton__line" />
      <div className="preview-skeleton__buttons">
        <i />
        <i />
      </div>
    </>
  );
}

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
