import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { useLoadMore } from '../../../design/list-focus.ts';
import { useSkipEmptyPages } from '../../../platform/api/paged-list.ts';
import { useScrollPosition } from '../../../platform/browser/scroll-position.ts';
import { ExplorerBar } from './explorer-bar.tsx';
import { ExplorerControls } from './explorer-controls.tsx';
import { FileListing } from './file-listing.tsx';
import '../files.css';
import './explorer.css';
import { useSelection } from '../selection/use-selection.ts';
import { texts } from '../texts.ts';
import { useFileListing } from './file-queries.ts';
import { filterByName, type ListingQuery } from './listing-url.ts';
import { LoadRowsContext } from './outline/load-rows.ts';
import { useRowLoader } from './outline/use-row-loader.ts';
import { useListing } from './use-listing.ts';

// Loaded on first use, because most visits select nothing.
const SelectionBar = lazyPart(() => import('../selection/selection-bar.tsx'));

/** The file explorer. Lists files at or below the viewer's depth; the URL holds search, sort, and filter. */
export function FileExplorer({ userId }: { userId: string }) {
  const [listing, setListing] = useListing();
  const [searchText, setSearchText] = useState(listing.q);
  const list = useFileListing(userId, listing);
  const { files, outdated, hasNextPage, isFetching, isError } = list;

  // The field shows each key immediately, and the list follows.
  const nameFilter = useDeferredValue(searchText);
  const visibleFiles = useMemo(() => filterByName(files, nameFilter), [files, nameFilter]);

  const rowLoading = useRowLoader(userId, files, list.requestedAt);
  const selection = useSelection(visibleFiles);
  const selectButton = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(container, '.file-card', list);
  const isSearching = useSkipEmptyPages(files.length, list);
  const saveScrollPosition = useScrollPosition(list.data !== undefined);

  // The Back button changes the URL, so the search field must follow.
  useEffect(() => setSearchText(listing.q), [listing.q]);

  function change(query: ListingQuery) {
    saveScrollPosition();
    setListing({ ...query, bulk: false });
  }

  function loadAll() {
    if (listing.bulk && listing.fileType === 'all') void list.restart();
    else setListing({ ...listing, fileType: 'all', bulk: true });
  }

  const isLoading = isSearching || (isFetching && !list.isFetchingNextPage && (outdated || list.isPending));
  const countText = isLoading ? texts.loading : texts.shown(visibleFiles.length, hasNextPage);
  const failureText = listing.bulk ? texts.loadAllFailed : texts.listFailed;
  const problem = isError && !isFetching ? failureText(list.error?.message ?? '') : undefined;
  const rowProblem = rowLoading.error && texts.rowsFailed(rowLoading.error.message);

  function retry() {
    if (list.isFetchNextPageError) void list.fetchNextPage();
    else if (isError || !rowProblem) void list.restart();
    if (rowProblem) rowLoading.retry();
  }

  return (
    <LoadRowsContext value={rowLoading.loadRows}>
      <div ref={container} tabIndex={-1} className="explorer">
        <ExplorerControls query={listing} typed={searchText} onType={setSearchText} onChange={change} />
        <ExplorerBar
          count={visibleFiles.length === 0 ? undefined : countText}
          busy={isFetching}
          onRefresh={() => void list.restart()}
          onLoadAll={loadAll}
          selecting={selection.selecting}
          onSelect={selection.selecting ? selection.stop : selection.start}
          selectButton={selectButton}
        />
        {selection.selecting && (
          <Suspense>
            <SelectionBar
              selection={selection}
              total={visibleFiles.length}
              viewerId={userId}
              onClose={() => {
                selection.stop();
                selectButton.current?.focus();
              }}
            />
          </Suspense>
        )}
        <FileListing
          files={visibleFiles}
          viewerId={userId}
          loading={isLoading}
          selection={selection}
          filtered={listing.q !== '' || listing.fileType !== 'all' || nameFilter.trim() !== ''}
          onSearchAll={
            hasNextPage && searchText.trim() !== listing.q
              ? () => change({ ...listing, q: searchText.trim() })
              : undefined
          }
          error={(list.isFetchNextPageError ? undefined : problem) ?? rowProblem}
          nextPageError={list.isFetchNextPageError ? problem : undefined}
          onRetry={retry}
          onClear={() => {
            setSearchText('');
            change({ ...listing, q: '', fileType: 'all' });
          }}
        />
        {hasNextPage && (
          <div className="explorer__more">
            <button type="button" className="button button--quiet" aria-disabled={isFetching} onClick={loadMore}>
              {list.isFetchingNextPage ? texts.loadingMore : texts.loadMore}
            </button>
          </div>
        )}
      </div>
    </LoadRowsContext>
  );
}
