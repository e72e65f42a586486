import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import './dive-log.css';
import { LogEntry } from './log-entry.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { texts } from './texts.ts';
import { useDepthLog } from './use-depth-log.ts';

const SKELETON_ROWS = ['1', '2', '3', '4'];

/** Every change of the member's own depth, with receipts of what they have bought. */
export default function DiveLog({ profile }: { profile: OwnProfile }) {
  const log = useDepthLog(profile.depth);
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = log;
  const [receipt, setReceipt] = useState<ListedLedgerEntry>();
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className="dive-log" aria-label={texts.lead}>
      {entries.length > 0 && <p className="soft">{texts.lead}</p>}
      {isPending && <Skeleton />}
      {data && entries.length === 0 && !hasNextPage && <Empty />}
      <ol className="dive-log__entries">
        {entries.map((entry) => (
          <LogEntry key={entry.id} entry={entry} onReceipt={() => setReceipt(entry)} />
        ))}
      </ol>
      <div role="alert">
        {error && (
          <div className="panel panel--padded panel--error prompt">
            <p>{texts.failed(error.message)}</p>
            <button
              type="button"
              className="button"
              onClick={() => void (log.isFetchNextPageError ? fetchNextPage() : refetch())}
            >
              {texts.retry}
            </button>
          </div>
        )}
      </div>
      {hasNextPage && !error && (
        <button
          type="button"
          className="button button--quiet dive-log__more"
          aria-disabled={isFetching}
          onClick={() => {
            if (!isFetching) void fetchNextPage();
          }}
        >
          {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
        </button>
      )}
      {receipt && <ReceiptDialog entry={receipt} profile={profile} onClose={() => setReceipt(undefined)} />}
    </section>
  );
}

/** Stands where entries will be. */
function Skeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{texts.loading}</span>
      <div className="dive-log__entries" aria-hidden="true">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="log-entry log-entry--skeleton">
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  );
}

function Empty() {
  return (
    <div className="panel panel--padded prompt">
      <p>{texts.empty}</p>
      <Link className="button" to="/upload">
        {texts.uploadFirst}
      </Link>
    </div>
  );
}
