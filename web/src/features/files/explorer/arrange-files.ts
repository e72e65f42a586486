import { type FileRow, isLoaded, rowName } from '../file-row.ts';
import { ALL_TYPES, type ListingQuery } from './listing-url.ts';

/** Sorts and filters files that were loaded for another query, like the server does. Unknown sizes come last. */
export function arrangeFiles(files: readonly FileRow[], { sortBy, fileType }: ListingQuery): FileRow[] {
  return files
    .filter(({ contentType }) => fileType === ALL_TYPES || contentType.startsWith(fileType))
    .sort((a, b) => (sortBy === 'size' ? sizeOf(b) - sizeOf(a) : b.lastModified.localeCompare(a.lastModified)));
}

/** Returns the size of a file in bytes, or -1 if the size is unknown. */
const sizeOf = (row: FileRow) => (isLoaded(row) ? row.size : -1);

/** Returns the loaded files whose name contains the text, ignoring case. Shown until the server's results arrive. */
export function filterByName(files: readonly FileRow[], text: string): readonly FileRow[] {
  // Stored names are in NFC; pasted text may not be.
  const searchText = text.trim().normalize('NFC').toLowerCase();
  return searchText === '' ? files : files.filter((row) => rowName(row).toLowerCase().includes(searchText));
}
