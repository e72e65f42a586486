import { Button, SearchField, SelectField } from '@aws-amplify/ui-react';
import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { useLoadMore } from '../../../design/list-focus.ts';
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
  const { hasNextPage, isFetching, isError, fetchNextPage, isPlaceholderData } = users;
  const place = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(place, '.person-card__name', users);
  const loaded = distinctPeople(users.data?.pages ?? []);
  const shown = filterPeople(loaded, typed);

  // A page may hold nobody and yet not be the last: the server reads only so far for one request.
  const searching = loaded.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage();
  }, [searching, isFetching, fetchNextPage]);

  return (
    <div ref={place} tabIndex={-1} className="find-users">
      <div className="panel find-users__controls">
        <search className="find-users__search">
          <SearchField
            label={texts.searchLabel}
            labelHidden={false}
            placeholder={texts.searchPlaceholder}
            clearButtonLabel={texts.clearSearch}
            value={typed}
            maxLength={MAX_SEARCH_LENGTH}
            onChange={({ target }) => setTyped(target.value)}
            onSubmit={(text) => ask({ ...query, q: text.trim() })}
            onClear={() => {
              setTyped('');
              ask({ ...query, q: '' });
            }}
          />
        </search>
        <SelectField
          className="find-users__sort"
          label={texts.sort}
          value={query.sort}
          onChange={({ target }) => {
            const sort = SORTS.find(({ value }) => value === target.value)?.value ?? 'depth';
            ask({ sort, q: typed.trim() });
          }}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
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
