import { FILE_TYPE_FILTERS, type FileTypeFilter } from '../../../../../shared/rules/file-types.ts';
import { MAX_FILE_SEARCH_LENGTH } from '../../../../../shared/rules/limits.ts';
import { readSearchText } from '../../../platform/browser/use-url-search.ts';

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
export const ALL_TYPES: FileTypeFilter = 'all';

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
    q: readSearchText(params, MAX_FILE_SEARCH_LENGTH),
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
