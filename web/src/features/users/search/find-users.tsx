import { Button } from '@aws-amplify/ui-react';
import { useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { useLoadMore } from '../../../design/list-focus.ts';
import { SearchControls } from '../../../design/search-controls.tsx';
import { useSkipEmptyPages } from '../../../platform/api/paged-list.ts';
import { distinctPeople } from '../user-queries.ts';
import { FoundUsers } from './found-users.tsx';
import '../people.css';
import { texts } from '../texts.ts';
import { useUsers } from './use-users.ts';
import { useUsersQuery } from './use-users-query.ts';
import { filterPeople, MAX_SEARCH_LENGTH, SORTS } from './users-address.ts';

/** Finds people at or below the member's depth. Search and sort live in the address. */
export function FindUsers({ viewer }: { viewer: OwnProfile }) {
  const { query, typed, setTyped, ask } = useUsersQuery();
  const users = useUsers(query);
  const { hasNextPage, isFetching, isError, isPlaceholderData } = users;
  const place = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(place, '.person-card__name', users);
  const loaded = distinctPeople(users.data?.pages ?? []);
  const shown = filterPeople(loaded, typed);

  const searching = useSkipEmptyPages(loaded.length, users);

  return (
    <div ref={place} tabIndex={-1} className="find-users">
      <SearchControls
        className="panel find-users__controls"
        block="find-users"
        texts={texts}
        typed={typed}
        maxLength={MAX_SEARCH_LENGTH}
        onType={setTyped}
        onSearch={(q) => ask({ ...query, q })}
        sorts={SORTS}
        sort={query.sort}
        onSort={(sort) => ask({ sort, q: typed.trim() })}
      />
      <FoundUsers
        users={shown}
        viewer={viewer}
        loading={users.isPending || isPlaceholderData || searching}
        outdated={isPlaceholderData}
        more={hasNextPage}
        error={isError ? texts.usersFailed(users.error?.message ?? '') : undefined}
        onRetry={() => void users.restart()}
      />
      {hasNextPage && !isPlaceholderData && (
        <Button className="find-users__more" variation="primary" aria-disabled={isFetching} onClick={loadMore}>
          {users.isFetchingNextPage ? texts.loadingMoreUsers : texts.loadMoreUsers}
        </Button>
      )}
    </div>
  );
}
