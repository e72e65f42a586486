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
import { listen } from '../../../platform/product-events.ts';
import { changeListed, FILES } from '../file-cache.ts';
import { texts } from '../texts.ts';
import type { ListingQuery } from './listing-address.ts';

/** A listing is fetched anew before its download addresses expire. */
const FRESH_MS = (DOWNLOAD_URL_SECONDS - 60) * 1000;
const RELOAD_AFTER_UPLOAD_MS = 1000;

let requests = 0;

interface PageRequest extends Partial<ListingQuery> {
  readonly userId: string;
  readonly lastKey?: string | null;
  readonly limit: number;
}

async function fetchPage({ q, ...request }: PageRequest, signal: AbortSignal) {
  requests += 1;
  const requestId = `${Date.now()}-${requests}`;
  const answer = await api.files
    .list({ ...request, q: q || undefined, includeOwnFiles: true, requestId }, { signal })
    .catch((error) => {
      throw listingProblem(error, request.limit);
    });
  if (answer.requestId && answer.requestId !== requestId) throw new Error('An answer to another question arrived.');
  return answer;
}

/**
 * What went wrong with a listing, as the catalogue has it (specification §8). When nobody is signed in any more, the
 * screen asks to sign in by itself: that is logged alone.
 */
function listingProblem(error: unknown, limit: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, requestId } = error;
  if (code === 'Unauthenticated') console.error(texts.notAuthenticated);
  const unstatedBulk = code === 'UnexpectedAnswer' && limit === FILES_BULK_LIMIT;
  return unstatedBulk ? new ApiError(status, code, texts.bulkFailed(status), requestId) : error;
}

/** Each file once, in order: a file that was stored while paging may push another onto the next page again. */
export function distinctFiles(pages: readonly { readonly files: readonly ListedFile[] }[]): ListedFile[] {
  return [...new Map(pages.flatMap(({ files }) => files).map((file) => [file.key, file])).values()];
}

/**
 * The explorer's listing: page after page, or everything at once. It begins anew for every other question, one second
 * after an upload, and whenever `restart` is called; answers to earlier questions are dropped.
 */
export function useFileListing(userId: string, { sortBy, fileType, q }: ListingQuery, bulk: boolean) {
  const limit = bulk ? FILES_BULK_LIMIT : FILES_PAGE_SIZE;
  const key = [FILES, 'list', userId, sortBy, fileType, q, limit];
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage({ userId, sortBy, fileType, q, limit, lastKey: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ lastKey }) => lastKey,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    gcTime: 0,
  });
  useReloadAfterUpload([FILES, 'list'], 'reset');
  useForgetDeleted();
  return useRestart(query, key);
}

/** One member's files, a few at first. */
export function useMemberFiles(userId: string) {
  const query = useInfiniteQuery({
    queryKey: [FILES, 'member', userId],
    queryFn: ({ pageParam, signal }) =>
      api.files.listOfMember({ userId, limit: DASHBOARD_LIST_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: FRESH_MS,
  });
  useReloadAfterUpload([FILES, 'member'], 'refetch');
  useForgetDeleted();
  return query;
}

/** Takes files that are deleted, here or in another tab, out of every listing. */
export function useForgetDeleted() {
  const client = useQueryClient();
  useEffect(() => listen('fileDeleted', ({ fileId }) => changeListed(client, fileId, () => undefined)), [client]);
}

function useReloadAfterUpload(key: QueryKey, how: 'reset' | 'refetch') {
  const client = useQueryClient();
  const [capability, list] = key;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const reload = () => {
      const filter = { queryKey: [capability, list] };
      void (how === 'reset' ? client.resetQueries(filter) : client.invalidateQueries(filter));
    };
    const stop = listen('fileUploaded', () => {
      clearTimeout(timer);
      timer = setTimeout(reload, RELOAD_AFTER_UPLOAD_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, capability, list, how]);
}
