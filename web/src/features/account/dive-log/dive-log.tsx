import { useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { useLoadMore } from '../../../design/list-focus.ts';
import { Skeleton } from '../../../design/skeleton.tsx';
import { repeatFailedRequest } from '../../../platform/api/paged-list.ts';
import './dive-log.css';
import { LogEntry } from './log-entry.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { texts } from './texts.ts';
import { useLedger } from './use-ledger.ts';

/** Lists every change of the member's depth, with receipts for purchases. */
export default function DiveLog({ profile }: { profile: OwnProfile }) {
  const ledger = useLedger(profile.depth);
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage } = ledger;
  const [receiptEntry, setReceiptEntry] = useState<ListedLedgerEntry>();
  const listRef = useRef<HTMLElement>(null);
  const loadMore = useLoadMore(listRef, '.log-entry', ledger);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <section ref={listRef} className="dive-log" aria-label={texts.lead}>
      {entries.length > 0 && <p className="soft">{texts.lead}</p>}
      {isPending && <Skeleton label={texts.loading} shape="rows" count={4} />}
      {data && entries.length === 0 && !hasNextPage && <EmptyLog />}
      <ol className="dive-log__entries">
        {entries.map((entry) => (
          <LogEntry key={entry.id} entry={entry} onOpenReceipt={() => setReceiptEntry(entry)} />
        ))}
      </ol>
      {error && <ErrorPanel text={texts.failed(error.message)} onRetry={() => repeatFailedRequest(ledger)} />}
      {hasNextPage && !error && (
        <button
          type="button"
          className="button button--quiet dive-log__more"
          aria-disabled={isFetching}
          onClick={loadMore}
        >
          {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
        </button>
      )}
      {receiptEntry && (
        <ReceiptDialog entry={receiptEntry} profile={profile} onClose={() => setReceiptEntry(undefined)} />
      )}
    </section>
  );
}

/** Shown in place of the entries of an empty log. */
function EmptyLog() {
  return (
    <div className="prompt dive-log__empty">
      <p>{texts.empty}</p>
      <Link className="button" to="/upload">
        {texts.uploadFirst}
      </Link>
    </div>
  );
}
