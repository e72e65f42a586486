import { texts } from './texts.ts';
import './preview-skeleton.css';
import type { PreviewKind } from '../file-kind.ts';

/** The number of lines in the placeholder of a text or PDF. */
const SKELETON_LINES = 9;

interface PreviewSkeletonProps {
  readonly kind: PreviewKind;
  /** URL of a picture of the content. */
  readonly poster?: string | undefined;
  /** Whether the file is shown above the placeholder. Screen readers then skip the placeholder. */
  readonly isCovered?: boolean;
}

/** A placeholder in the shape of the file's kind. */
export function PreviewSkeleton({ kind, poster, isCovered = false }: PreviewSkeletonProps) {
  return (
    <div
      className={`preview-skeleton preview-skeleton--${kind}`}
      role={isCovered ? undefined : 'status'}
      aria-hidden={isCovered}
    >
      <div className="preview-skeleton__shape" aria-hidden="true">
        {poster ? <img className="preview-skeleton__poster" src={poster} alt="" /> : shapeFor(kind)}
      </div>
      <p className="soft">{texts.loadingPreview}</p>
    </div>
  );
}

/** Returns the shape of a file's kind. */
function shapeFor(kind: PreviewKind) {
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
      return Array.from({ length: SKELETON_LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines never reorder.
        <i key={line} className="preview-skeleton__line" />
      ));
  }
}

/** The shape of a player's controls. */
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

/** Shows why the file can't be shown, with a Retry button if retrying can help. */
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
