import { FILE_TYPE_FILTERS, type FileTypeFilter } from '../../../../../shared/depth/file-types.ts';

/** The explorer's sort, type filter, and search text. */
export interface ListingQuery {
  readonly sortBy: 'recent' | 'size';
  readonly fileType: FileTypeFilter;
  readonly q: string;
}

export const SORTS = [
  { value: 'recent', label: 'Most Recent' },
  { value: 'size', label: 'Largest Size' },
] as const;

/** Reads the query from the page's URL. Unknown values become the defaults. */
export function parseListingQuery(params: URLSearchParams): ListingQuery {
  const type = params.get('type');
  return {
    sortBy: params.get('sort') === 'size' ? 'size' : 'recent',
    fileType: FILE_TYPE_FILTERS.find(({ value }) => value === type)?.value ?? 'all',
    q: params.get('q')?.trim().slice(0, 255) ?? '',
  };
}

/** Returns the URL parameters of a query, without defaults. */
export function toSearchParams({ sortBy, fileType, q }: ListingQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (sortBy !== 'recent') params.set('sort', sortBy);
  if (fileType !== 'all') params.set('type', fileType);
  return params;
}

/** Returns the loaded files whose name contains the text, ignoring case. Shown until the server's results arrive. */
export function filterByName<F extends { readonly fileName: string }>(files: readonly F[], text: string): F[] {
  // Stored names are in NFC; pasted text may not be.
  const wanted = text.trim().normalize('NFC').toLowerCase();
  return files.filter(({ fileName }) => fileName.toLowerCase().includes(wanted));
}
