import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { formatDepth } from '../../../platform/text/format-depth.ts';
import { formatDateTime } from '../../../platform/text/format-time.ts';
import { buildTitle, findDirection, formatChange, formatEntrySize, hasReceipt } from './describe-entry.ts';
import { texts } from './texts.ts';

/** SVG paths of the arrows, by direction. */
const ARROWS = { up: 'M12 20V5M6 11l6-6 6 6', down: 'M12 4v15M6 13l6 6 6-6', level: 'M5 12h14' };

interface LogEntryProps {
  readonly entry: ListedLedgerEntry;
  readonly onOpenReceipt: () => void;
}

/** One entry of the dive log. The row is focusable, because `useLoadMore` can move the focus to it. */
export function LogEntry({ entry, onOpenReceipt }: LogEntryProps) {
  const title = buildTitle(entry);
  const direction = findDirection(entry);
  const size = formatEntrySize(entry);

  return (
    <li className={`log-entry log-entry--${direction}`} tabIndex={-1}>
      <span className="log-entry__arrow">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={ARROWS[direction]} />
        </svg>
      </span>
      <div className="log-entry__what">
        <strong>{title}</strong>
        <span className="soft">
          <TimeAgo time={entry.at} />
        </span>
      </div>
      <div className="log-entry__change">
        <strong>{formatChange(entry)}</strong>
        <span className="soft">
          {size && `${size} · `}
          {texts.after(formatDepth(entry.depthAfter))}
        </span>
      </div>
      {hasReceipt(entry) && (
        <button
          type="button"
          className="button button--quiet button--small"
          aria-label={texts.receiptOf(title, formatDateTime(entry.at))}
          onClick={onOpenReceipt}
        >
          {texts.receipt}
        </button>
      )}
    </li>
  );
}
