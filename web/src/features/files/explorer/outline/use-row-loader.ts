import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FILES_BY_ID_LIMIT, RENDITION_URL_SECONDS } from '../../../../../../shared/rules/limits.ts';
import { api } from '../../../../platform/api/api.ts';
import { type FileRow, isLoaded, rowId } from '../../file-row.ts';
import type { LoadRows } from './load-rows.ts';
import { replaceRows } from './outline-pages.ts';
import { RowLoader } from './row-loader.ts';

/** A loaded row that comes on screen later than this is loaded again, because URLs of its thumbnail expire. */
const MAX_AGE_MS = (RENDITION_URL_SECONDS - 60) * 1000;

interface RowLoading {
  /** The same function at every render. */
  readonly loadRows: LoadRows;
  /** Why rows couldn't be loaded. */
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/**
 * Loads the rows of an outline that are needed. Rows of other lists are complete.
 *
 * @param requestedAt - when the list was requested; rows that were loaded before are loaded again when they are needed
 */
export function useRowLoader(userId: string, rows: readonly FileRow[], requestedAt: number): RowLoading {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const byId = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows]);
  const latestRows = useRef({ byId, requestedAt });

  useLayoutEffect(() => {
    latestRows.current = { byId, requestedAt };
  });

  const [loader] = useState(() => {
    // By ID, also of files that no longer exist. React renders the cached rows a moment later.
    const times = new Map<string, number>();
    async function load(ids: readonly string[]): Promise<void> {
      const loadedAt = Date.now();
      const { files } = await api.files.list({ userId, ids: [...ids] });
      replaceRows(
        client,
        ids,
        files.map((file) => ({ ...file, loadedAt })),
      );
      for (const id of ids) times.set(id, loadedAt);
    }

    function isMissing(id: string): boolean {
      const row = latestRows.current.byId.get(id);
      if (row?.id === undefined) return false;
      const loadedAt = Math.max(times.get(id) ?? 0, isLoaded(row) ? (row.loadedAt ?? 0) : 0);
      return loadedAt < Math.max(latestRows.current.requestedAt, Date.now() - MAX_AGE_MS);
    }

    return new RowLoader({ batch: FILES_BY_ID_LIMIT, isMissing, load, onError: setError });
  });

  useEffect(() => () => loader.stop(), [loader]);
  // An error of an earlier list says nothing about this one.
  useEffect(() => {
    if (requestedAt > 0) loader.retry();
  }, [loader, requestedAt]);
  const loadRows = useCallback<LoadRows>((part, ids) => loader.want(part, ids), [loader]);

  return { loadRows, error, retry: useCallback(() => loader.retry(), [loader]) };
}
