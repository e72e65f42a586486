import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLoadMore } from '../../../design/list-focus.ts';
import { useSkipEmptyPages } from '../../../platform/api/paged-list.ts';
import { useScrollPosition } from '../../../platform/browser/scroll-position.ts';
import { type FileRow, rowId } from '../file-row.ts';
import { useSelection } from '../selection/use-selection.ts';
import { texts } from '../texts.ts';
import { useKeptFiles } from '../use-kept-files.ts';
import { filterByName } from './arrange-files.ts';
import { useFileListing } from './file-queries.ts';
import { ALL_TYPES, type Listing, type ListingQuery } from './listing-url.ts';
import { useRowLoader } from './outline/use-row-loader.ts';
import { useListing } from './use-listing.ts';
import { useReloadAfterUpload } from './use-reload-after-upload.ts';

/**
 * Returns the explorer's files and their selection, and the functions that search, filter, and load files.
 *
 * @param container - the element around the file cards
 */
export function useFileExplorer(userId: string, container: RefObject<HTMLElement | null>) {
  const [listing, setListing] = useListing();
  const [searchText, setSearchText] = useState(listing.q);
  const fileQuery = useFileListing(userId, listing);
  const { hasOutdatedRows, isError, isFetching, isFetchNextPageError } = fileQuery;
  // Only a reload of the same listing keeps files in use.
  const listId = JSON.stringify({ listing, hasOutdatedRows });
  // The selection needs the files to show, so it is known only from the previous render.
  const selectedFiles = useRef<readonly FileRow[]>([]);
  const { files, release } = useKeptFiles(fileQuery.files, {
    listId,
    // Without a next page, nothing is pushed out of the list: a missing file is gone.
    isSelected: (id) => fileQuery.hasNextPage && selectedFiles.current.some((file) => rowId(file) === id),
  });

  // The field shows each typed character immediately. The list follows, so that typing stays fast.
  const typedText = useDeferredValue(searchText);
  // The server also finds names that contain the words of the text in another order, so its results aren't filtered.
  const nameFilter = !hasOutdatedRows && typedText.trim() === listing.q ? '' : typedText;
  const visibleFiles = useMemo(() => filterByName(files, nameFilter), [files, nameFilter]);

  const rowLoading = useRowLoader(userId, files, fileQuery.requestedAt);
  const selection = useSelection(visibleFiles);
  useLayoutEffect(() => {
    selectedFiles.current = selection.files;
  });

  const loadMore = useLoadMore(container, '.file-card', fileQuery);
  // A reload drops the pages after the first one, and with them their selected files.
  useReloadAfterUpload(() => void fileQuery.restart(), { isHeld: selection.ids.size > 0 });
  const isSearching = useSkipEmptyPages(fileQuery.files.length, fileQuery);
  const saveScrollPosition = useScrollPosition(fileQuery.data !== undefined);

  // The Back button changes the URL, so the search field must follow.
  useEffect(() => setSearchText(listing.q), [listing.q]);

  const isLoadingListing = isFetching && !fileQuery.isFetchingNextPage && (hasOutdatedRows || fileQuery.isPending);
  const listProblem = describeListProblem(fileQuery, listing);
  const rowProblem = rowLoading.error && texts.rowsFailed(rowLoading.error.message);

  /** Shows the files of another query. */
  function changeQuery(query: ListingQuery) {
    saveScrollPosition();
    setListing({ ...query, isBulk: false });
  }

  /** Shows all files: without a search text, of all types. */
  function clearFilters() {
    setSearchText('');
    changeQuery({ ...listing, q: '', fileType: ALL_TYPES });
  }

  /** Loads the first page again. While files are selected, loads all pages again, so that the files stay selected. */
  function reload() {
    if (selection.ids.size > 0) void fileQuery.refetch();
    else void fileQuery.restart();
  }

  /** Loads the list again. If Load All has failed, returns to the list in pages, because only Retry repeats Load All. */
  function refresh() {
    const hasLoadAllFailed = listing.isBulk && isError && !fileQuery.data;
    if (hasLoadAllFailed) changeQuery(listing);
    else reload();
  }

  function loadAll() {
    // Without a change of the listing, nothing would load.
    if (listing.isBulk && listing.fileType === ALL_TYPES) void fileQuery.restart();
    else setListing({ ...listing, fileType: ALL_TYPES, isBulk: true });
  }

  /** Retries what failed: the next page or the list, and the rows of an outline. */
  function retry() {
    if (isFetchNextPageError) void fileQuery.fetchNextPage();
    else if (isError || !rowProblem) reload();
    if (rowProblem) rowLoading.retry();
  }

  return {
    fileQuery,
    listing,
    visibleFiles,
    /** Removes the card of a deleted file, even if the card is in use. */
    release,
    selection,
    isLoading: isSearching || isLoadingListing,
    problem: (isFetchNextPageError ? undefined : listProblem) ?? rowProblem,
    nextPageProblem: isFetchNextPageError ? listProblem : undefined,

    searchText,
    setSearchText,
    isFiltered: listing.q !== '' || listing.fileType !== ALL_TYPES || nameFilter.trim() !== '',
    canSearchAll: mayFindMore(searchText.trim(), listing, fileQuery.hasNextPage),
    searchAll: () => changeQuery({ ...listing, q: searchText.trim() }),
    changeQuery,
    clearFilters,

    loadRows: rowLoading.loadRows,
    loadMore,
    refresh,
    loadAll,
    retry,
  };
}

/**
 * Returns whether the server may find files for this text that the loaded list doesn't contain: the list is of another
 * search, or has more pages, or the server finds the words of the text in another order.
 */
function mayFindMore(text: string, { q }: Listing, hasNextPage: boolean): boolean {
  if (text === '' || text === q) return false;
  return q !== '' || hasNextPage || /\s/.test(text);
}

/** Returns why the last request of the list failed. Undefined after a success, or while another request is running. */
function describeListProblem(
  { isError, isFetching, error }: Pick<ReturnType<typeof useFileListing>, 'isError' | 'isFetching' | 'error'>,
  { isBulk }: Listing,
): string | undefined {
  if (!isError || isFetching) return undefined;

  const buildText = isBulk ? texts.loadAllFailed : texts.listFailed;
  return buildText(error?.message ?? '');
}
