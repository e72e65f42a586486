import type { QueryClient } from '@tanstack/react-query';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { changeRow } from '../../platform/api/held-queries.ts';

/** Every answer with files that is kept has this in its key. */
export const FILES = 'files';

/** Changes a file in every listing that shows it, or takes it out of them all. */
export function changeListed(client: QueryClient, key: string, change: (file: ListedFile) => ListedFile | undefined) {
  changeRow<ListedFile>(client, FILES, (file) => file.key === key, change);
}
