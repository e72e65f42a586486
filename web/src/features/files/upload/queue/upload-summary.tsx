import { useEffect, useRef } from 'react';
import { Link } from '../../../../design/link.tsx';
import { formatContribution } from '../../card/format-contribution.ts';
import { texts } from '../texts.ts';
import { progressOf, type QueueState } from './queue-state.ts';

interface UploadSummaryProps {
  readonly state: QueueState;
  readonly onUploadMore: () => void;
}

/** What the uploads have led to: the shared files, and the metres risen. */
export function UploadSummary({ state, onUploadMore }: UploadSummaryProps) {
  const { shared, total } = progressOf(state);
  const bytes = state.files.reduce((sum, { stored }) => sum + (stored?.creditedBytes ?? 0), 0);
  const summary = useRef<HTMLDivElement>(null);

  // The last button that was pressed is gone. Leave the focus alone if it is elsewhere.
  useEffect(() => {
    if (document.activeElement === document.body) summary.current?.focus();
  }, []);

  return (
    <div className="upload-summary" ref={summary} tabIndex={-1}>
      <div role="status">
        <h2>{shared === total ? texts.sharedMany(shared) : texts.sharedSome(shared, total)}</h2>
        <p>{bytes > 0 ? texts.rose(formatContribution(bytes)) : texts.sameDepth}</p>
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
