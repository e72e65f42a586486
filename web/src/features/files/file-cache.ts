import type { QueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { updateCachedRow } from '../../platform/api/query-cache.ts';

/** Part of the query key of every cached response that contains files. */
export const FILES = 'files';

/** Replaces a file in every cached list. Removes the file if `update` returns undefined. */
export function updateListedFile(
  client: QueryClient,
  fileKey: string,
  update: (file: ListedFile) => ListedFile | undefined,
) {
  updateCachedRow<ListedFile>(client, FILES, (file) => file.key === fileKey, update);
}
