import type { ListedFile, OutlinedFile } from '../../../../shared/contract/files.ts';

/** A file whose details are loaded. */
export interface LoadedFile extends ListedFile {
  /** When the file was loaded by its ID, in milliseconds since 1970. Missing in complete lists. */
  readonly loadedAt?: number;
}

/** One row of a list: a loaded file, or the outline of a file whose row hasn't been on screen yet. */
export type FileRow = LoadedFile | OutlinedFile;

/** Whether the details of a row's file are loaded. */
export function isLoaded(row: FileRow): row is LoadedFile {
  return 'key' in row;
}

/** Returns the ID of a row. It stays the same when the row is loaded. */
export function rowId(row: FileRow): string {
  return row.id ?? (row as ListedFile).key;
}

/** Returns the name to show. A row that isn't loaded has only the name in lower case. */
export function rowName(row: FileRow): string {
  return isLoaded(row) ? row.fileName : row.searchText;
}
