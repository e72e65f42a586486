import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from './api-error.ts';

/** The fields of a paged query that the functions of this file need. */
interface PagedQuery {
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Returns a paged query with `restart`, which removes its rows and loads it again from the first page. The query also
 * restarts when the server rejects its cursor.
 */
export function useRestartableQuery<Q extends PagedQuery>(query: Q, queryKey: QueryKey) {
  const client = useQueryClient();

  // A second click before the next render joins the running request.
  const restart = async () => {
    if (client.isFetching({ queryKey }) === 0) await client.resetQueries({ queryKey });
  };
  const { isError } = useRestartOnRejectedCursor(query, restart);

  return { ...query, isError, restart };
}

/**
 * Restarts a paged query when the server rejects its cursor: a member whose depth dropped can't continue from
 * the position of the cursor. For queries that have their own `restart`.
 *
 * Returns `isError`, which is false for a rejected cursor, because the query restarts.
 */
export function useRestartOnRejectedCursor(query: PagedQuery, restart: () => unknown): { readonly isError: boolean } {
  const isCursorRejected = query.error instanceof ApiError && query.error.code === 'InvalidCursor';

  const onCursorRejected = useEffectEvent(restart);

  useEffect(() => {
    if (isCursorRejected) void onCursorRejected();
  }, [isCursorRejected]);

  return { isError: query.isError && !isCursorRejected };
}

/**
 * Loads further pages until there is a row. Returns whether it is still loading.
 *
 * An empty page isn't always the last one, because the server reads a limited number of rows per request.
 */
export function useSkipEmptyPages(rowCount: number, { hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery) {
  const isSearching = rowCount === 0 && hasNextPage && !isError;

  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);

  return isSearching;
}

/** A paged query whose last request has failed. */
interface FailedQuery {
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** Repeats the failed request: for the next page, or for the pages that were loaded before. */
export function repeatFailedRequest({ isFetchNextPageError, fetchNextPage, refetch }: FailedQuery): void {
  void (isFetchNextPageError ? fetchNextPage() : refetch());
}
