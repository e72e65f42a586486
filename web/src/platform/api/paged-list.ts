import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './api-error.ts';

interface PagedQuery {
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Returns a paged query with `restart`, which removes its rows and loads it again from the first page. */
export function useRestart<Q extends PagedQuery>(query: Q, queryKey: QueryKey) {
  const client = useQueryClient();
  // A second click before the next render joins the running request.
  const restart = () => client.isFetching({ queryKey }) === 0 && client.resetQueries({ queryKey });
  return { ...query, ...useRestartIfStale(query, restart), restart };
}

/**
 * Restarts a paged query when the server rejects its cursor: a member whose depth dropped can't continue from where
 * they were. Returns whether the query has another error.
 */
export function useRestartIfStale(query: PagedQuery, restart: () => unknown): { readonly isError: boolean } {
  const stale = query.error instanceof ApiError && query.error.code === 'InvalidCursor';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each rejected cursor.
  useEffect(() => {
    if (stale) void restart();
  }, [stale]);
  return { isError: query.isError && !stale };
}

/**
 * Loads further pages until there is a row. Returns whether it is still loading.
 *
 * An empty page isn't always the last one, because the server reads a limited number of rows per request.
 */
export function useSkipEmptyPages(rows: number, { hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery) {
  const searching = rows === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage();
  }, [searching, isFetching, fetchNextPage]);
  return searching;
}
