import { useEffect, useRef } from 'react';
import { Link } from '../../../../design/link.tsx';
import { formatContribution } from '../../card/format-contribution.ts';
import { computeProgress } from './queue-progress.ts';
import type { QueueState } from './queue-state.ts';
import { texts } from './texts.ts';

interface UploadSummaryProps {
  readonly state: QueueState;
  readonly onUploadMore: () => void;
}

/** Shows how many files are shared, and how far the member has risen. */
export function UploadSummary({ state, onUploadMore }: UploadSummaryProps) {
  const { sharedCount, totalCount } = computeProgress(state);
  const creditedBytes = state.files.reduce((sum, { storedFile }) => sum + (storedFile?.creditedBytes ?? 0), 0);
  const summary = useRef<HTMLDivElement>(null);

  // The pressed button has disappeared, so the focus may be lost. A focus on another element must stay there.
  useEffect(() => {
    if (document.activeElement === document.body) summary.current?.focus();
  }, []);

  return (
    <div className="upload-summary" ref={summary} tabIndex={-1}>
      <div role="status">
        <h2>
          {sharedCount === totalCount ? texts.sharedMany(sharedCount) : texts.sharedSome(sharedCount, totalCount)}
        </h2>
        <p>{creditedBytes > 0 ? texts.rose(formatContribution(creditedBytes)) : texts.sameDepth}</p>
      </div>
      <div className="button-row">
        <Link className="button" to="/files">
          {texts.seeFiles}
        </Link>
        <button type="button" className="button button--quiet" onClick={onUploadMore}>
          {texts.uploadMore}
        </button>
      </div>
    </div>
  );
}
