import type { ListedFile, OutlinedFile } from '../../../../shared/contract/files.ts';

/** A file of an outline, after its row was on screen. */
export interface LoadedFile extends ListedFile {
  /** When it was loaded by its ID, in milliseconds since 1970. */
  readonly loadedAt?: number;
}

/** One row of a list: a file, or what the outline of Load All has of a file whose row hasn't been on screen yet. */
export type FileRow = LoadedFile | OutlinedFile;

export function isLoaded(row: FileRow): row is LoadedFile {
  return 'key' in row;
}

/** Returns the ID of a row. It stays the same when the row is loaded. */
export function rowId(row: FileRow): string {
  return row.id ?? (row as ListedFile).key;
}

/** Returns the name to show: of a row that isn't loaded, the name in lower case. */
export function rowName(row: FileRow): string {
  return isLoaded(row) ? row.fileName : row.searchText;
}
