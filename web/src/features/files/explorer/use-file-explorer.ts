import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLoadMore } from '../../../design/list-focus.ts';
import { useSkipEmptyPages } from '../../../platform/api/paged-list.ts';
import { useScrollPosition } from '../../../platform/browser/scroll-position.ts';
import { useSelection } from '../selection/use-selection.ts';
import { texts } from '../texts.ts';
import { filterByName } from './arrange-files.ts';
import { useFileListing } from './file-queries.ts';
import { ALL_TYPES, type Listing, type ListingQuery } from './listing-url.ts';
import { useRowLoader } from './outline/use-row-loader.ts';
import { useListing } from './use-listing.ts';

/**
 * Returns the explorer's files and their selection, and the functions that search, filter, and load files.
 *
 * @param container - the element around the file cards
 */
export function useFileExplorer(userId: string, container: RefObject<HTMLElement | null>) {
  const [listing, setListing] = useListing();
  const [searchText, setSearchText] = useState(listing.q);
  const list = useFileListing(userId, listing);
  const { files, isError, isFetching, isFetchNextPageError } = list;

  // The field shows each typed character immediately. The list follows, so that typing stays fast.
  const nameFilter = useDeferredValue(searchText);
  const visibleFiles = useMemo(() => filterByName(files, nameFilter), [files, nameFilter]);

  const rowLoading = useRowLoader(userId, files, list.requestedAt);
  const selection = useSelection(visibleFiles);
  const loadMore = useLoadMore(container, '.file-card', list);
  const isSearching = useSkipEmptyPages(files.length, list);
  const saveScrollPosition = useScrollPosition(list.data !== undefined);

  // The Back button changes the URL, so the search field must follow.
  useEffect(() => setSearchText(listing.q), [listing.q]);

  const isLoadingListing = isFetching && !list.isFetchingNextPage && (list.hasOutdatedRows || list.isPending);
  const listProblem = describeListError(list, listing);
  const rowProblem = rowLoading.error && texts.rowsFailed(rowLoading.error.message);

  function change(query: ListingQuery) {
    saveScrollPosition();
    setListing({ ...query, isBulk: false });
  }

  function clear() {
    setSearchText('');
    change({ ...listing, q: '', fileType: ALL_TYPES });
  }

  function loadAll() {
    // Without a change of the listing, nothing would load.
    if (listing.isBulk && listing.fileType === ALL_TYPES) void list.restart();
    else setListing({ ...listing, fileType: ALL_TYPES, isBulk: true });
  }

  /** Retries what failed: the next page or the list, and the rows of an outline. */
  function retry() {
    if (isFetchNextPageError) void list.fetchNextPage();
    else if (isError || !rowProblem) void list.restart();
    if (rowProblem) rowLoading.retry();
  }

  return {
    list,
    listing,
    visibleFiles,
    selection,
    isLoading: isSearching || isLoadingListing,
    problem: (isFetchNextPageError ? undefined : listProblem) ?? rowProblem,
    nextPageProblem: isFetchNextPageError ? listProblem : undefined,

    searchText,
    setSearchText,
    isFiltered: listing.q !== '' || listing.fileType !== ALL_TYPES || nameFilter.trim() !== '',
    /** Whether files that aren't loaded yet may match the search text. */
    canSearchAll: list.hasNextPage && searchText.trim() !== listing.q,
    searchAll: () => change({ ...listing, q: searchText.trim() }),
    change,
    clear,

    loadRows: rowLoading.loadRows,
    loadMore,
    loadAll,
    retry,
  };
}

/** Returns why the last request of the list failed. Undefined after a success, or while another request is running. */
function describeListError(
  { isError, isFetching, error }: Pick<ReturnType<typeof useFileListing>, 'isError' | 'isFetching' | 'error'>,
  { isBulk }: Listing,
): string | undefined {
  if (!isError || isFetching) return undefined;

  const failureText = isBulk ? texts.loadAllFailed : texts.listFailed;
  return failureText(error?.message ?? '');
}
