import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { OpenProfile } from '../../../../../shared/contract/users.ts';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { useLoadMore } from '../../../design/list-focus.ts';
import { Skeleton } from '../../../design/skeleton.tsx';
import { repeatFailedRequest } from '../../../platform/api/paged-list.ts';
import { collectDistinctPeople } from '../distinct-people.ts';
import { PersonCard } from '../person-card.tsx';
import '../people.css';
import { texts } from './texts.ts';
import { type Connection, useConnections } from './use-connections.ts';

interface ConnectionsProps {
  readonly profile: OpenProfile;
  readonly viewer: OwnProfile;
}

/** A member's followers, and the members they follow. */
export function Connections({ profile, viewer }: ConnectionsProps) {
  const listProps = { userId: profile.id, viewer };

  return (
    <div className="connections">
      <ConnectionList
        {...listProps}
        connection="followers"
        heading={texts.followersHeading(profile.followersCount)}
        emptyText={texts.noFollowers}
      />
      <ConnectionList
        {...listProps}
        connection="following"
        heading={texts.followingHeading(profile.followingCount)}
        emptyText={texts.noFollowing}
      />
    </div>
  );
}

interface ConnectionListProps {
  readonly userId: string;
  readonly viewer: OwnProfile;
  readonly connection: Connection;
  readonly heading: string;
  readonly emptyText: string;
}

/** One of the two lists, with its heading and a button to load more. */
function ConnectionList({ userId, viewer, connection, heading, emptyText }: ConnectionListProps) {
  const query = useConnections(userId, connection);
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage } = query;
  const people = collectDistinctPeople(data?.pages ?? []);
  const container = useRef<HTMLElement>(null);
  const loadMore = useLoadMore(container, '.person-card__name', query);
  useRestoreFocus(container, people.length);

  return (
    <section ref={container} tabIndex={-1} aria-labelledby={`${connection}-heading`}>
      <h2 id={`${connection}-heading`}>{heading}</h2>
      {isPending && <Skeleton label={texts.loadingPeople} shape="rows" />}
      {data && people.length === 0 && !hasNextPage && <p className="soft">{emptyText}</p>}
      <ul className="people">
        {people.map((person) => (
          <li key={person.id}>
            <PersonCard person={person} viewer={viewer} />
          </li>
        ))}
      </ul>
      {error && <ErrorPanel text={texts.listFailed(error.message)} onRetry={() => repeatFailedRequest(query)} />}
      {hasNextPage && (
        <button
          type="button"
          className="button button--quiet"
          aria-disabled={isFetching}
          aria-label={isFetchingNextPage ? undefined : texts.loadMoreOf(connection)}
          onClick={loadMore}
        >
          {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
        </button>
      )}
    </section>
  );
}

/** Keeps the focus in the list when an unfollowed member disappears together with the focused button. */
function useRestoreFocus(container: RefObject<HTMLElement | null>, count: number) {
  const hadFocus = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the count changes when a row disappears.
  useLayoutEffect(() => {
    // Browsers move the focus to the body when the focused element is removed.
    if (hadFocus.current && document.activeElement === document.body) container.current?.focus();

    const onFocusIn = () => {
      hadFocus.current = container.current?.contains(document.activeElement) ?? false;
    };

    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [count]);
}
