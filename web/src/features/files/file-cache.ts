import type { QueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { queriesContaining, updateCachedRow } from '../../platform/api/query-cache.ts';
import { type FileRow, rowId } from './file-row.ts';

/** Part of the query key of every cached response that contains files. */
export const FILES = 'files';

/** Replaces a file in every cached list that has loaded it. */
export function updateListedFile(client: QueryClient, fileKey: string, update: (file: ListedFile) => ListedFile): void {
  updateCachedRow<ListedFile>(client, FILES, (file) => file.key === fileKey, update);
}

/**
 * Removes a file from every cached list, even if its row isn't loaded yet.
 *
 * Removes it again when a request that is running has replaced a list: the response may still contain the file.
 */
export function removeListedFile(client: QueryClient, fileId: string): void {
  const isFile = (row: FileRow) => rowId(row) === fileId;
  const remove = () => updateCachedRow<FileRow>(client, FILES, isFile, () => undefined);

  remove();

  const runningQueries = client.getQueryCache().findAll({ ...queriesContaining(FILES), fetchStatus: 'fetching' });
  // A failed request has replaced nothing. Its screen shows the error, which a change of the list would clear.
  for (const { promise } of runningQueries) void promise?.then(remove, () => {});
}
