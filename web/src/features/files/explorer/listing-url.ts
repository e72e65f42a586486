import { FILE_TYPE_FILTERS, type FileTypeFilter } from '../../../../../shared/rules/file-types.ts';
import { type FileRow, isLoaded, rowName } from '../file-row.ts';

/** The explorer's sort, type filter, and search text. The page's URL holds them. */
export interface ListingQuery {
  readonly sortBy: 'recent' | 'size';
  readonly fileType: FileTypeFilter;
  /** The search text. Empty to list all files. */
  readonly q: string;
}

/** The list that the explorer shows. With `isBulk`, one request returns an outline of up to 1,000 files. */
export interface Listing extends ListingQuery {
  readonly isBulk: boolean;
}

/** The orders of the list, with their labels. */
export const SORTS = [
  { value: 'recent', label: 'Most Recent' },
  { value: 'size', label: 'Largest Size' },
] as const;

const DEFAULT_SORT: ListingQuery['sortBy'] = 'recent';

/** The type filter that matches all files. It is the default. */
const ALL_TYPES: FileTypeFilter = 'all';

/** Maximum length of the search text, in characters. */
export const MAX_SEARCH_LENGTH = 255;

/** Counts the type filter and the sort if they differ from their defaults. Returns 0 to 2. */
export function countFilters({ fileType, sortBy }: ListingQuery): number {
  return Number(fileType !== ALL_TYPES) + Number(sortBy !== DEFAULT_SORT);
}

/** Reads the query from the page's URL. Unknown values become the defaults. */
export function parseListingQuery(params: URLSearchParams): ListingQuery {
  const type = params.get('type');

  return {
    sortBy: params.get('sort') === 'size' ? 'size' : DEFAULT_SORT,
    fileType: FILE_TYPE_FILTERS.find(({ value }) => value === type)?.value ?? ALL_TYPES,
    q: params.get('q')?.trim().slice(0, MAX_SEARCH_LENGTH) ?? '',
  };
}

/** Returns the URL parameters of a query, without defaults. */
export function toSearchParams({ sortBy, fileType, q }: ListingQuery): URLSearchParams {
  const params = new URLSearchParams();

  if (q) params.set('q', q);
  if (sortBy !== DEFAULT_SORT) params.set('sort', sortBy);
  if (fileType !== ALL_TYPES) params.set('type', fileType);

  return params;
}

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
