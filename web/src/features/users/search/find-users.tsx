import { useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { MAX_SEARCH_LENGTH } from '../../../../../shared/rules/limits.ts';
import { useLoadMore } from '../../../design/list-focus.ts';
import { SearchControls } from '../../../design/search-controls.tsx';
import { useSkipEmptyPages } from '../../../platform/api/paged-list.ts';
import { useUrlSearch } from '../../../platform/browser/use-url-search.ts';
import { collectDistinctPeople } from '../distinct-people.ts';
import { filterPeople } from './filter-people.ts';
import { UserResults } from './user-results.tsx';
import '../people.css';
import { texts } from './texts.ts';
import { useUsers } from './use-users.ts';
import { parseUsersQuery, SORTS, withUsersQuery } from './users-url.ts';

const SEARCH = { parse: parseUsersQuery, write: withUsersQuery };

/** Lists members at or below the viewer's depth. The URL holds search and sort. */
export function FindUsers({ viewer }: { viewer: OwnProfile }) {
  const { query, searchText, setSearchText, search } = useUrlSearch(SEARCH);
  const usersQuery = useUsers(query);
  const { hasNextPage, isFetching, isError, isPlaceholderData } = usersQuery;
  const container = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(container, '.person-card__name', usersQuery);
  const loadedPeople = collectDistinctPeople(usersQuery.data?.pages ?? []);
  // The server also finds members by the words of the text in another order, so its results aren't filtered.
  const hasServerResults = !isPlaceholderData && searchText.trim() === query.q;
  const visiblePeople = hasServerResults ? loadedPeople : filterPeople(loadedPeople, searchText);
  const isSearching = useSkipEmptyPages(loadedPeople.length, usersQuery);

  return (
    <div ref={container} tabIndex={-1} className="find-users">
      <SearchControls
        className="find-users__controls"
        block="find-users"
        texts={texts}
        searchText={searchText}
        maxLength={MAX_SEARCH_LENGTH}
        onType={setSearchText}
        onSearch={(q) => search({ ...query, q })}
        sorts={SORTS}
        sort={query.sort}
        onSort={(sort) => search({ sort, q: searchText.trim() })}
      />
      <UserResults
        people={visiblePeople}
        viewer={viewer}
        isLoading={usersQuery.isPending || !hasServerResults || isSearching}
        isOutdated={isPlaceholderData}
        hasMore={hasNextPage}
        error={isError ? texts.usersFailed(usersQuery.error?.message ?? '') : undefined}
        onRetry={() => void usersQuery.restart()}
      />
      {hasNextPage && !isPlaceholderData && (
        <button
          type="button"
          className="button button--quiet find-users__more"
          aria-disabled={isFetching}
          onClick={loadMore}
        >
          {usersQuery.isFetchingNextPage ? texts.loadingMoreUsers : texts.loadMoreUsers}
        </button>
      )}
    </div>
  );
}
