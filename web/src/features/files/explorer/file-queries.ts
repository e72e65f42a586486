import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  DASHBOARD_LIST_SIZE,
  DOWNLOAD_URL_SECONDS,
  FILES_BULK_LIMIT,
  FILES_PAGE_SIZE,
} from '../../../../../shared/rules/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useRestartIfStale } from '../../../platform/api/paged-list.ts';
import { onProductEvent } from '../../../platform/product-events.ts';
import { FILES } from '../file-cache.ts';
import { type FileRow, isLoaded, rowId } from '../file-row.ts';
import { texts } from '../texts.ts';
import { useRemoveDeletedFiles } from '../use-remove-deleted-files.ts';
import { arrangeFiles, type Listing, type ListingQuery } from './listing-url.ts';
import { type FilePage, keepLoadedRows } from './outline/outline-pages.ts';

/** A list is refetched this long before its download URLs expire, in seconds. */
const URL_RESERVE_SECONDS = 60;

/** Time after which a list is refetched, in milliseconds. */
const URL_REFRESH_MS = (DOWNLOAD_URL_SECONDS - URL_RESERVE_SECONDS) * 1000;

/** Delay of the reload after an upload, in milliseconds. Several uploads within this time cause one reload. */
const RELOAD_AFTER_UPLOAD_MS = 1000;

/** Makes the IDs of requests unique. */
let requestCount = 0;

/** A request for one page. With `outline`, the server returns outlines instead of whole files: see `FileRow`. */
interface PageRequest extends Partial<ListingQuery> {
  readonly userId: string;
  readonly lastKey?: string | null;
  readonly limit: number;
  readonly outline: boolean;
}

/** Requests one page. Throws if the response belongs to another request. */
async function fetchFiles({ q, ...request }: PageRequest, signal: AbortSignal): Promise<FilePage> {
  requestCount += 1;
  const requestedAt = Date.now();
  const requestId = `${requestedAt}-${requestCount}`;

  const response = await api.files
    .list({ ...request, q: q || undefined, includeOwnFiles: true, requestId }, { signal })
    .catch((error) => {
      throw toListingError(error, request.limit);
    });

  if (response.requestId && response.requestId !== requestId) {
    throw new Error('The response belongs to another request. Please try again.');
  }

  return { files: response.outline ?? response.files, lastKey: response.lastKey, requestedAt };
}

/**
 * Returns the error to show for a failed list request.
 *
 * Also logs an ended session, for which the screen already prompts to sign in. A failed "Load All" without the
 * API's own message shows the HTTP status.
 */
function toListingError(error: unknown, limit: number): unknown {
  if (!(error instanceof ApiError)) return error;

  const { status, code, requestId } = error;
  if (code === 'Unauthenticated') console.error(texts.notAuthenticated);

  const isBulkWithoutMessage = code === 'UnexpectedResponse' && limit === FILES_BULK_LIMIT;
  return isBulkWithoutMessage ? new ApiError(status, code, texts.bulkFailed(status), { requestId }) : error;
}

/**
 * Returns each file once, at its first position, with the data of the last page that contains the file. Uploads during
 * paging can shift a file onto two pages.
 */
export function distinctFiles<R extends FileRow>(pages: readonly { readonly files: readonly R[] }[]): R[] {
  const rows = pages.flatMap(({ files }) => files);
  const rowsById = new Map(rows.map((row) => [rowId(row), row]));
  return [...rowsById.values()];
}

/** Returns the query options for a listing of the explorer. */
function listingOptions(userId: string, { sortBy, fileType, q, isBulk }: Listing) {
  const limit = isBulk ? FILES_BULK_LIMIT : FILES_PAGE_SIZE;

  return infiniteQueryOptions({
    queryKey: [FILES, 'list', userId, sortBy, fileType, q, limit],
    queryFn: ({ pageParam, signal }) =>
      fetchFiles({ userId, sortBy, fileType, q, limit, outline: isBulk, lastKey: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ lastKey }) => lastKey,
    structuralSharing: keepLoadedRows,
    staleTime: URL_REFRESH_MS,
    // Also refetches a list that the Back button shows from the cache.
    refetchOnMount: 'always',
    // An outline is not refetched: its rows are loaded again when they come on screen.
    refetchInterval: ({ state }) => hasUrls(state.data?.pages) && URL_REFRESH_MS,
  });
}

/** Returns whether any file of these pages has a download URL, which expires. */
function hasUrls(pages: readonly FilePage[] = []): boolean {
  return pages.some(({ files }) => files.some((row) => isLoaded(row) && row.url !== ''));
}

/**
 * Queries the explorer's files page by page, or in one outline of up to `FILES_BULK_LIMIT` files if `isBulk` is set.
 *
 * `restart()` loads the first page again. The list also restarts one second after an upload. The files that were loaded
 * before stay until the response arrives. `hasOutdatedRows` is true while the files belong to an earlier listing.
 */
export function useFileListing(userId: string, listing: Listing) {
  const client = useQueryClient();
  const options = listingOptions(userId, listing);
  const query = useInfiniteQuery(options);

  // The last loaded listing. Its files stay on screen until the files of the new listing arrive.
  const [shownListing, setShownListing] = useState(listing);
  // Reads the cache, so likes and deletions also change files of an earlier listing.
  const { data: shownData } = useInfiniteQuery({ ...listingOptions(userId, shownListing), enabled: false });
  const { data } = query;

  useEffect(() => {
    if (data) setShownListing(listing);
  }, [data, listing]);

  async function restart() {
    await client.cancelQueries({ queryKey: options.queryKey });
    // Replaces all pages by the first one. The error is ignored here, because `query` has it.
    await client.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 }).catch(() => {});
  }

  const hasOutdatedRows = !data && shownData !== undefined;
  const pages = (data ?? shownData)?.pages;
  // Returns the same array at every render, so that unchanged cards don't render again.
  const files = useMemo(() => {
    const loadedFiles = distinctFiles(pages ?? []);
    return hasOutdatedRows ? arrangeFiles(loadedFiles, listing) : loadedFiles;
  }, [pages, hasOutdatedRows, listing]);

  useReloadAfterUpload(() => void restart());
  useRemoveDeletedFiles();
  const { isError } = useRestartIfStale(query, restart);

  return {
    ...query,
    isError,
    files,
    requestedAt: pages?.[0]?.requestedAt ?? 0,
    hasOutdatedRows,
    restart,
  };
}

/** Queries one member's files, `DASHBOARD_LIST_SIZE` per page. */
export function useMemberFiles(userId: string) {
  const query = useInfiniteQuery({
    queryKey: [FILES, 'member', userId],
    queryFn: ({ pageParam, signal }) =>
      api.files.listOfMember({ userId, limit: DASHBOARD_LIST_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: URL_REFRESH_MS,
  });
  const client = useQueryClient();

  useReloadAfterUpload(() => void client.invalidateQueries({ queryKey: [FILES, 'member'] }));
  useRemoveDeletedFiles();

  return query;
}

/** Calls `reload` after an upload in this or another tab. */
function useReloadAfterUpload(reload: () => void) {
  const onTimeout = useEffectEvent(reload);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = onProductEvent('fileUploaded', () => {
      clearTimeout(timer);
      timer = setTimeout(() => onTimeout(), RELOAD_AFTER_UPLOAD_MS);
    });

    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
