import { useRef } from 'react';
import { CONVERSATIONS_PAGE_SIZE } from '../../../../../shared/rules/limits.ts';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Link } from '../../../design/link.tsx';
import { useLoadMore } from '../../../design/list-focus.ts';
import { Skeleton } from '../../../design/skeleton.tsx';
import { useStore } from '../../../platform/state/store.ts';
import { ConnectionStatus } from '../connection-status.tsx';
import type { Messenger } from '../messenger.ts';
import { PermissionButton } from '../notifications/permission-button.tsx';
import type { UnsentMessage } from '../outbox/outbox-state.ts';
import { texts } from './texts.ts';
import './inbox.css';
import { InboxEntry, UnsentEntry } from './inbox-entry.tsx';
import { useInbox } from './inbox-query.ts';

/** Returns the last failed message to each partner, by the partner's ID. */
function findFailedMessages(unsentMessages: readonly UnsentMessage[]): ReadonlyMap<string, UnsentMessage> {
  // In a map, a later message replaces an earlier one.
  return new Map(
    unsentMessages.flatMap((message) => (message.state === 'failed' ? [[message.recipientId, message] as const] : [])),
  );
}

/** Shown to a member without conversations. */
function EmptyInbox() {
  return (
    <div className="prompt inbox__empty">
      <h2>{texts.emptyHeading}</h2>
      <p>{texts.empty}</p>
      <Link className="button" to="/search">
        {texts.findUsers}
      </Link>
    </div>
  );
}

interface LoadMoreButtonProps {
  /** Whether any page is loading. */
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly onClick: () => void;
}

/** The button that loads the next page of conversations. */
function LoadMoreButton({ isFetching, isFetchingNextPage, onClick }: LoadMoreButtonProps) {
  return (
    <button type="button" className="button button--quiet inbox__more" aria-disabled={isFetching} onClick={onClick}>
      {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
    </button>
  );
}

interface InboxListProps {
  readonly messenger: Messenger;
  /** The partner whose conversation is open next to the list. The conversation then shows the connection status. */
  readonly openUserId?: string | undefined;
}

/** Lists the member's conversations, newest first. Partners with only failed messages come before the conversations. */
export function InboxList({ messenger, openUserId }: InboxListProps) {
  const inboxQuery = useInbox();
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    inboxQuery;
  const listRef = useRef<HTMLUListElement>(null);
  const loadMore = useLoadMore(listRef, '.inbox__link', inboxQuery);
  const rows = useStore(messenger.inbox.rows);
  const unreadCount = useStore(messenger.inbox.unreadCount);
  const unsentMessages = useStore(messenger.outbox.unsentMessages);

  const failedMessages = findFailedMessages(unsentMessages);
  const failedMessagesWithoutRow = [...failedMessages.values()].filter(
    ({ recipientId }) => !rows.some(({ userId }) => userId === recipientId),
  );
  const isEmpty = rows.length + failedMessagesWithoutRow.length === 0;

  return (
    <>
      {openUserId === undefined && (
        <p role="status" className="inbox__state">
          <ConnectionStatus socket={messenger.socket} />
        </p>
      )}
      {unreadCount > 0 && <PermissionButton isExplained />}
      {isError && !isFetchNextPageError && <ErrorPanel text={texts.inboxFailed} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Skeleton label={openUserId === undefined ? texts.loading : undefined} shape="rows" count={5} />
      )}
      {data && isEmpty && <EmptyInbox />}
      {data && !isEmpty && (
        <ul ref={listRef} className="inbox">
          {failedMessagesWithoutRow.map((message) => (
            <UnsentEntry
              key={message.recipientId}
              chat={messenger.chat(message.recipientId)}
              failedMessage={message}
              isOpen={message.recipientId === openUserId}
            />
          ))}
          {rows.map((row, index) => (
            <InboxEntry
              key={row.userId}
              row={row}
              position={index % CONVERSATIONS_PAGE_SIZE}
              failedMessage={failedMessages.get(row.userId)}
              isOpen={row.userId === openUserId}
            />
          ))}
        </ul>
      )}
      {isFetchNextPageError && <ErrorPanel text={texts.inboxFailed} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <LoadMoreButton isFetching={isFetching} isFetchingNextPage={isFetchingNextPage} onClick={loadMore} />
      )}
    </>
  );
}
