import type { QueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { updateCachedRow } from '../../platform/api/query-cache.ts';
import { type FileRow, rowId } from './file-row.ts';

/** Part of the query key of every cached response that contains files. */
export const FILES = 'files';

/** Replaces a file in every cached list that has loaded it. */
export function updateListedFile(client: QueryClient, fileKey: string, update: (file: ListedFile) => ListedFile): void {
  updateCachedRow<ListedFile>(client, FILES, (file) => file.key === fileKey, update);
}

/** Removes a file from every cached list, even if its row isn't loaded yet. */
export function removeListedFile(client: QueryClient, fileId: string): void {
  updateCachedRow<FileRow>(
    client,
    FILES,
    (row) => rowId(row) === fileId,
    () => undefined,
  );
}
