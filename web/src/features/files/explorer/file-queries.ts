import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import {
  DASHBOARD_LIST_SIZE,
  DOWNLOAD_URL_SECONDS,
  FILES_BULK_LIMIT,
  FILES_PAGE_SIZE,
} from '../../../../../shared/depth/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useRestart } from '../../../platform/api/paged-list.ts';
import { onProductEvent } from '../../../platform/product-events.ts';
import { FILES, updateListedFile } from '../file-cache.ts';
import { texts } from '../texts.ts';
import type { ListingQuery } from './listing-url.ts';

/** Lists are refetched before their download URLs expire. */
const URL_REFRESH_MS = (DOWNLOAD_URL_SECONDS - 60) * 1000;
const RELOAD_AFTER_UPLOAD_MS = 1000;

let requestCount = 0;

interface PageRequest extends Partial<ListingQuery> {
  readonly userId: string;
  readonly lastKey?: string | null;
  readonly limit: number;
}

async function fetchFiles({ q, ...request }: PageRequest, signal: AbortSignal) {
  requestCount += 1;
  const requestId = `${Date.now()}-${requestCount}`;
  const response = await api.files
    .list({ ...request, q: q || undefined, includeOwnFiles: true, requestId }, { signal })
    .catch((error) => {
      throw toListingError(error, request.limit);
    });
  if (response.requestId && response.requestId !== requestId)
    throw new Error('The response belongs to another request. Please try again.');
  return response;
}

/**
 * Returns the error to show for a failed list request.
 *
 * An ended session is only logged here, because the screen already prompts to sign in. A failed "Load All" without the
 * API's own message shows the HTTP status.
 */
function toListingError(error: unknown, limit: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, requestId } = error;
  if (code === 'Unauthenticated') console.error(texts.notAuthenticated);
  const bulkWithoutMessage = code === 'UnexpectedResponse' && limit === FILES_BULK_LIMIT;
  return bulkWithoutMessage ? new ApiError(status, code, texts.bulkFailed(status), { requestId }) : error;
}

/** Returns each file once, in order. Uploads during paging can shift a file onto two pages. */
export function distinctFiles(pages: readonly { readonly files: readonly ListedFile[] }[]): ListedFile[] {
  return [...new Map(pages.flatMap(({ files }) => files).map((file) => [file.key, file])).values()];
}

/**
 * Queries the explorer's files: page by page, or up to 1,000 at once if `bulk` is set.
 *
 * Starts again from the first page when the query changes, one second after an upload, and on `restart()`. Responses to
 * an earlier query are dropped.
 */
export function useFileListing(userId: string, { sortBy, fileType, q }: ListingQuery, bulk: boolean) {
  const limit = bulk ? FILES_BULK_LIMIT : FILES_PAGE_SIZE;
  const queryKey = [FILES, 'list', userId, sortBy, fileType, q, limit];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchFiles({ userId, sortBy, fileType, q, limit, lastKey: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ lastKey }) => lastKey,
    staleTime: URL_REFRESH_MS,
    refetchInterval: URL_REFRESH_MS,
    gcTime: 0,
  });
  useReloadAfterUpload([FILES, 'list'], 'reset');
  useRemoveDeletedFiles();
  return useRestart(query, queryKey);
}

/** Queries one member's files, five per page. */
export function useMemberFiles(userId: string) {
  const query = useInfiniteQuery({
    queryKey: [FILES, 'member', userId],
    queryFn: ({ pageParam, signal }) =>
      api.files.listOfMember({ userId, limit: DASHBOARD_LIST_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: URL_REFRESH_MS,
  });
  useReloadAfterUpload([FILES, 'member'], 'refetch');
  useRemoveDeletedFiles();
  return query;
}

/** Removes files from every cached list when this tab or another one deletes them. */
export function useRemoveDeletedFiles() {
  const client = useQueryClient();
  useEffect(
    () => onProductEvent('fileDeleted', ({ fileId }) => updateListedFile(client, fileId, () => undefined)),
    [client],
  );
}

function useReloadAfterUpload(queryKey: QueryKey, method: 'reset' | 'refetch') {
  const client = useQueryClient();
  const [feature, list] = queryKey;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const reload = () => {
      const filter = { queryKey: [feature, list] };
      void (method === 'reset' ? client.resetQueries(filter) : client.invalidateQueries(filter));
    };
    const stop = onProductEvent('fileUploaded', () => {
      clearTimeout(timer);
      timer = setTimeout(reload, RELOAD_AFTER_UPLOAD_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, feature, list, method]);
}
