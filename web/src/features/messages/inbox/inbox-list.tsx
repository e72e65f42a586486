import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { CONVERSATIONS_PAGE_SIZE } from '../../../../../shared/depth/limits.ts';
import { useLoadMore } from '../../../design/list-focus.ts';
import { Problem } from '../../../design/problem.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { useStore } from '../../../platform/store.ts';
import { Connection } from '../connection.tsx';
import type { Messenger } from '../messenger.ts';
import { PermissionButton } from '../notifications/permission-button.tsx';
import { texts } from '../texts.ts';
import './inbox.css';
import { useInbox } from './inbox-query.ts';
import { InboxEntry } from './inbox-row.tsx';

/** The member's conversations, newest first. */
export function InboxList({ messenger }: { messenger: Messenger }) {
  const list = useInbox();
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    list;
  const place = useRef<HTMLUListElement>(null);
  const loadMore = useLoadMore(place, '.inbox__link', list);
  const rows = useStore(messenger.inbox.rows);
  const unread = useStore(messenger.inbox.unread);
  const unsent = useStore(messenger.outbox.unsent);
  const stuck = new Set(unsent.flatMap(({ recipientId, state }) => (state === 'failed' ? recipientId : [])));

  return (
    <>
      <p role="status" className="inbox__state">
        <Connection socket={messenger.socket} />
      </p>
      {unread > 0 && <PermissionButton explained />}
      {isError && !isFetchNextPageError && <Problem text={texts.inboxFailed} onRetry={() => void refetch()} />}
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
        <ul ref={place} className="panel inbox">
          {rows.map((row, place) => (
            <InboxEntry
              key={row.userId}
              row={row}
              place={place % CONVERSATIONS_PAGE_SIZE}
              stuck={stuck.has(row.userId)}
            />
          ))}
        </ul>
      )}
      {isFetchNextPageError && <Problem text={texts.inboxFailed} onRetry={() => void fetchNextPage()} />}
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
