import { infiniteQueryOptions, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  DASHBOARD_LIST_SIZE,
  DOWNLOAD_URL_SECONDS,
  FILES_BULK_LIMIT,
  FILES_PAGE_SIZE,
} from '../../../../../shared/rules/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { useRestartOnRejectedCursor } from '../../../platform/api/paged-list.ts';
import { fetchConsistent } from '../../../platform/api/query-cache.ts';
import { FILES } from '../file-cache.ts';
import { type FileRow, isLoaded, rowId } from '../file-row.ts';
import { arrangeFiles } from './arrange-files.ts';
import { fetchFiles } from './fetch-files.ts';
import type { Listing } from './listing-url.ts';
import { type FilePage, keepLoadedRows } from './outline/outline-pages.ts';
import { useReloadAfterUpload } from './use-reload-after-upload.ts';

/** A list is refetched this long before its download URLs expire, in seconds. */
const URL_RESERVE_SECONDS = 60;

/** Time after which a list is refetched, in milliseconds. */
const URL_REFRESH_MS = (DOWNLOAD_URL_SECONDS - URL_RESERVE_SECONDS) * 1000;

/**
 * Queries the explorer's files page by page, or in one outline of up to `FILES_BULK_LIMIT` files if `isBulk` is set.
 *
 * `restart()` loads the first page again. The files that were loaded before stay until the response arrives.
 * `hasOutdatedRows` is true while the files belong to an earlier listing.
 */
export function useFileListing(userId: string, listing: Listing) {
  const client = useQueryClient();
  const options = buildListingOptions(client, userId, listing);
  const query = useInfiniteQuery(options);

  // The listing that was loaded last. Its files stay on screen until the files of the new listing arrive.
  const [lastListing, setLastListing] = useState(listing);
  // Reads the cache, so likes and deletions also change files of an earlier listing.
  const { data: lastData } = useInfiniteQuery({ ...buildListingOptions(client, userId, lastListing), enabled: false });
  const { data } = query;

  useEffect(() => {
    if (data) setLastListing(listing);
  }, [data, listing]);

  async function restart() {
    await client.cancelQueries({ queryKey: options.queryKey });
    // Replaces all pages by the first one. The error is ignored here, because `query` has it.
    await client.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 }).catch(() => {});
  }

  const hasOutdatedRows = !data && lastData !== undefined;
  const pages = (data ?? lastData)?.pages;
  // Returns the same array at every render, so that unchanged cards don't render again.
  const files = useMemo(() => {
    const loadedFiles = dedupeFiles(pages ?? []);
    return hasOutdatedRows ? arrangeFiles(loadedFiles, listing) : loadedFiles;
  }, [pages, hasOutdatedRows, listing]);

  const { isError } = useRestartOnRejectedCursor(query, restart);

  return {
    ...query,
    isError,
    files,
    requestedAt: pages?.[0]?.requestedAt ?? 0,
    hasOutdatedRows,
    restart,
  };
}

/** Returns the query options for a listing of the explorer. */
function buildListingOptions(client: QueryClient, userId: string, { sortBy, fileType, q, isBulk }: Listing) {
  const limit = isBulk ? FILES_BULK_LIMIT : FILES_PAGE_SIZE;

  return infiniteQueryOptions({
    queryKey: [FILES, 'list', userId, sortBy, fileType, q, limit],
    queryFn: ({ pageParam, signal }) =>
      fetchConsistent(client, () =>
        fetchFiles({ userId, sortBy, fileType, q, limit, outline: isBulk, lastKey: pageParam }, signal),
      ),
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

/** Queries one member's files, `DASHBOARD_LIST_SIZE` per page. */
export function useMemberFiles(userId: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [FILES, 'member', userId],
    queryFn: ({ pageParam, signal }) =>
      fetchConsistent(client, () =>
        api.files.listOfMember({ userId, limit: DASHBOARD_LIST_SIZE, cursor: pageParam }, { signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: URL_REFRESH_MS,
  });

  useReloadAfterUpload(() => void client.invalidateQueries({ queryKey: [FILES, 'member'] }));

  return query;
}

/**
 * Returns each file once, at its first position, with the data of the last page that contains the file. Uploads during
 * paging can shift a file onto two pages.
 */
export function dedupeFiles<R extends FileRow>(pages: readonly { readonly files: readonly R[] }[]): R[] {
  const rows = pages.flatMap(({ files }) => files);
  const rowsById = new Map(rows.map((row) => [rowId(row), row]));
  return [...rowsById.values()];
}
