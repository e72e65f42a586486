import { Button } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLoadMore } from '../../../design/list-focus.ts';
import { useSkipEmptyPages } from '../../../platform/api/paged-list.ts';
import { ExplorerControls } from './explorer-controls.tsx';
import { FileListing } from './file-listing.tsx';
import '../files.css';
import { texts } from '../texts.ts';
import { distinctFiles, useFileListing } from './file-queries.ts';
import { filterByName, type ListingQuery } from './listing-url.ts';
import { useListingQuery } from './use-listing-query.ts';

/** The file explorer. Lists files at or below the viewer's depth; the URL holds search, sort, and filter. */
export function FileExplorer({ userId }: { userId: string }) {
  const [query, setQuery] = useListingQuery();
  const [typed, setTyped] = useState(query.q);
  const [bulk, setBulk] = useState(false);
  const listing = useFileListing(userId, query, bulk);
  const files = distinctFiles(listing.data?.pages ?? []);
  const visibleFiles = filterByName(files, typed);
  const { hasNextPage, isFetching, isError } = listing;
  const container = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(container, '.file-card', listing);

  // The Back button changes the URL, so the search field must follow.
  useEffect(() => setTyped(query.q), [query.q]);

  const searching = useSkipEmptyPages(files.length, listing);

  function change(next: ListingQuery) {
    setBulk(false);
    setQuery(next);
  }

  function loadAll() {
    if (bulk) void listing.restart();
    setBulk(true);
    setQuery({ ...query, fileType: 'all' });
  }

  // Busy buttons stay focusable: disabling them would lose the keyboard focus.
  const unlessBusy = (action: () => unknown) => () => {
    if (!isFetching) void action();
  };

  const failureText = bulk ? texts.loadAllFailed : texts.listFailed;
  return (
    <div ref={container} tabIndex={-1} className="explorer">
      <ExplorerControls query={query} typed={typed} onType={setTyped} onChange={change} />
      <FileListing
        files={visibleFiles}
        viewerId={userId}
        loading={listing.isPending || searching}
        filtered={query.q !== '' || query.fileType !== 'all' || typed.trim() !== ''}
        hasMore={hasNextPage}
        onSearchAll={hasNextPage && typed.trim() !== query.q ? () => change({ ...query, q: typed.trim() }) : undefined}
        error={isError ? failureText(listing.error?.message ?? '') : undefined}
        onRetry={() => void listing.restart()}
        onClear={() => {
          setTyped('');
          change({ ...query, q: '', fileType: 'all' });
        }}
      />
      <div className="explorer__buttons">
        {hasNextPage && (
          <Button variation="primary" aria-disabled={isFetching} onClick={loadMore}>
            {listing.isFetchingNextPage ? texts.loadingMore : texts.loadMore}
          </Button>
        )}
        <Button aria-disabled={isFetching} onClick={unlessBusy(listing.restart)}>
          {texts.refresh}
        </Button>
        <Button aria-disabled={isFetching} onClick={unlessBusy(loadAll)}>
          {texts.loadAll}
        </Button>
      </div>
    </div>
  );
}
