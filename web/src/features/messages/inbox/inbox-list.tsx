import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { CONVERSATIONS_PAGE_SIZE } from '../../../../../shared/depth/limits.ts';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { useLoadMore } from '../../../design/list-focus.ts';
import { Skeleton } from '../../../design/skeleton.tsx';
import { useStore } from '../../../platform/store.ts';
import { ConnectionStatus } from '../connection-status.tsx';
import type { Messenger } from '../messenger.ts';
import { PermissionButton } from '../notifications/permission-button.tsx';
import { texts } from '../texts.ts';
import './inbox.css';
import { InboxEntry } from './inbox-entry.tsx';
import { useInbox } from './inbox-query.ts';

/** The member's conversations, newest first. */
export function InboxList({ messenger }: { messenger: Messenger }) {
  const list = useInbox();
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    list;
  const listRef = useRef<HTMLUListElement>(null);
  const loadMore = useLoadMore(listRef, '.inbox__link', list);
  const rows = useStore(messenger.inbox.rows);
  const unread = useStore(messenger.inbox.unread);
  const unsent = useStore(messenger.outbox.unsent);
  const failedRecipients = new Set(unsent.flatMap(({ recipientId, state }) => (state === 'failed' ? recipientId : [])));

  return (
    <>
      <p role="status" className="inbox__state">
        <ConnectionStatus socket={messenger.socket} />
      </p>
      {unread > 0 && <PermissionButton explained />}
      {isError && !isFetchNextPageError && <ErrorPanel text={texts.inboxFailed} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton label={texts.loading} shape="rows" />}
      {data && rows.length === 0 && (
        <div className="panel panel--padded prompt inbox__empty">
          <h2>{texts.emptyHeading}</h2>
          <p>{texts.empty}</p>
          <Link className="button" to="/search">
            {texts.findUsers}
          </Link>
        </div>
      )}
      {data && rows.length > 0 && (
        <ul ref={listRef} className="panel inbox">
          {rows.map((row, index) => (
            <InboxEntry
              key={row.userId}
              row={row}
              position={index % CONVERSATIONS_PAGE_SIZE}
              hasFailedMessage={failedRecipients.has(row.userId)}
            />
          ))}
        </ul>
      )}
      {isFetchNextPageError && <ErrorPanel text={texts.inboxFailed} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <button
          type="button"
          className="button button--quiet inbox__more"
          aria-disabled={isFetching}
          onClick={loadMore}
        >
          {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
        </button>
      )}
    </>
  );
}
