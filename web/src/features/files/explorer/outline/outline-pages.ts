import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { queriesContaining } from '../../../../platform/api/query-cache.ts';
import { FILES } from '../../file-cache.ts';
import { type FileRow, isLoaded, type LoadedFile } from '../../file-row.ts';

/** One page of the explorer's list, in the cache. */
export interface FilePage {
  readonly files: readonly FileRow[];
  readonly lastKey: string | null;
  /** When the page was requested, in milliseconds since 1970. */
  readonly requestedAt: number;
}

type FilePages = InfiniteData<FilePage>;

/**
 * Returns the new data of a list, with the loaded rows of the cached data. For the query option `structuralSharing`.
 *
 * The loaded rows stay on screen until they are loaded again.
 */
export function keepLoadedRows(cachedData: unknown, newData: unknown): unknown {
  const previousRows = (cachedData as FilePages | undefined)?.pages.flatMap(({ files }) => files) ?? [];
  const loadedRowsById = new Map<string, LoadedFile>();
  for (const row of previousRows) {
    if (isLoaded(row) && row.id) loadedRowsById.set(row.id, row);
  }
  if (loadedRowsById.size === 0) return replaceEqualDeep(cachedData, newData);

  const keepLoaded = (row: FileRow) => (isLoaded(row) ? row : (loadedRowsById.get(row.id) ?? row));
  return replaceEqualDeep(cachedData, mapRows(newData as FilePages, keepLoaded));
}

/**
 * Replaces rows by their loaded files, in every cached list.
 *
 * Requested rows without a file are removed: the file was deleted, or the viewer can no longer see it.
 *
 * @param ids - the IDs of the requested rows
 */
export function replaceRows(client: QueryClient, ids: readonly string[], files: readonly LoadedFile[]): void {
  const requestedIds = new Set(ids);
  const loadedFilesById = new Map(files.map((file) => [file.id, file]));
  const replaceRow = (row: FileRow) => (row.id && requestedIds.has(row.id) ? loadedFilesById.get(row.id) : row);

  client.setQueriesData<FilePages>(queriesContaining(FILES, 'list'), (data) => data && mapRows(data, replaceRow));
}

/** Replaces each row by the result of `change`. Removes rows whose result is undefined. */
function mapRows(data: FilePages, change: (row: FileRow) => FileRow | undefined): FilePages {
  const pages = data.pages.map((page) => ({ ...page, files: page.files.flatMap((row) => change(row) ?? []) }));
  return { ...data, pages };
}
