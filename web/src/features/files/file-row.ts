import type { ListedFile, OutlinedFile } from '../../../../shared/contract/files.ts';

/** A file whose details are loaded. Its `key` is its ID. */
export interface LoadedFile extends ListedFile {
  /** When the file was loaded by its ID, in milliseconds since 1970. Missing if the list returned whole files. */
  readonly loadedAt?: number;
}

/**
 * One row of a list: a loaded file, or the outline of a file whose row hasn't been on screen yet.
 *
 * An outline has only the ID, the name in lower case, the type, the time, and the uploader. See
 * docs/adr/0049-load-all-by-outline.md.
 */
export type FileRow = LoadedFile | OutlinedFile;

/** Returns whether the details of a row's file are loaded. */
export function isLoaded(row: FileRow): row is LoadedFile {
  return 'key' in row;
}

/** Returns the ID of a row's file. Lists of whole files have it only as `key`. */
export function rowId(row: FileRow): string {
  return row.id ?? (row as ListedFile).key;
}

/** Returns the name to show. A row that isn't loaded has only the name in lower case. */
export function rowName(row: FileRow): string {
  return isLoaded(row) ? row.fileName : row.searchText;
}
