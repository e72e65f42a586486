import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FILES_BY_ID_LIMIT, RENDITION_URL_SECONDS } from '../../../../../../shared/rules/limits.ts';
import { api } from '../../../../platform/api/api.ts';
import { fetchConsistent } from '../../../../platform/api/query-cache.ts';
import { FILES } from '../../file-cache.ts';
import { type FileRow, isLoaded, rowId } from '../../file-row.ts';
import type { LoadRows } from './load-rows.ts';
import { replaceRows } from './outline-pages.ts';
import { RowLoader } from './row-loader.ts';

/** A row counts as outdated this long before the URLs of its thumbnail expire, in seconds. */
const URL_RESERVE_SECONDS = 60;

/** How old a loaded row may be when it comes on screen, in milliseconds. */
const MAX_AGE_MS = (RENDITION_URL_SECONDS - URL_RESERVE_SECONDS) * 1000;

/** The state of the loading, and the functions that control it. */
interface RowLoading {
  /** Requests rows. The same function at every render. */
  readonly loadRows: LoadRows;
  /** Why rows couldn't be loaded. */
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/**
 * Loads the rows of an outline when they are needed. Loads nothing for lists of whole files.
 *
 * @param requestedAt - when the list was requested, or 0 before the first list arrives. Rows that were loaded before
 * this time are loaded again when they are needed
 */
export function useRowLoader(userId: string, rows: readonly FileRow[], requestedAt: number): RowLoading {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const rowsById = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows]);
  const latestList = useRef({ rowsById, requestedAt });

  useLayoutEffect(() => {
    latestList.current = { rowsById, requestedAt };
  });

  const [loader] = useState(() => {
    // When this hook loaded each row, by ID. React renders loaded rows later, and deleted files have no row.
    const loadTimes = new Map<string, number>();

    async function load(ids: readonly string[]): Promise<void> {
      const loadedAt = Date.now();

      // A query, because `updateCachedRow` repeats its changes after running queries: this response can lack a like.
      await client.fetchQuery({
        queryKey: [FILES, 'rows', loadedAt, ...ids],
        queryFn: async () => {
          const { files } = await fetchConsistent(client, () => api.files.list({ userId, ids: [...ids] }));
          replaceRows(
            client,
            ids,
            files.map((file) => ({ ...file, loadedAt })),
          );
          return null;
        },
        gcTime: 0,
      });
      for (const id of ids) loadTimes.set(id, loadedAt);
    }

    function isMissing(id: string): boolean {
      const row = latestList.current.rowsById.get(id);
      // Only rows of an outline have the field `id`.
      if (row?.id === undefined) return false;

      const renderedLoadTime = isLoaded(row) ? (row.loadedAt ?? 0) : 0;
      const lastLoadTime = Math.max(loadTimes.get(id) ?? 0, renderedLoadTime);
      const minLoadTime = Math.max(latestList.current.requestedAt, Date.now() - MAX_AGE_MS);
      return lastLoadTime < minLoadTime;
    }

    return new RowLoader({ batchSize: FILES_BY_ID_LIMIT, isMissing, load, onError: setError });
  });

  useEffect(() => () => loader.stop(), [loader]);

  // An error of an earlier list says nothing about this one.
  useEffect(() => {
    if (requestedAt > 0) loader.retry();
  }, [loader, requestedAt]);

  const loadRows = useCallback<LoadRows>((part, ids) => loader.setWantedIds(part, ids), [loader]);
  const retry = useCallback(() => loader.retry(), [loader]);

  return { loadRows, error, retry };
}
