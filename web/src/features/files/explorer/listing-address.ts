import { FILE_TYPE_FILTERS, type FileTypeFilter } from '../../../../../shared/depth/file-types.ts';

/** What the explorer lists. */
export interface ListingQuery {
  readonly sortBy: 'recent' | 'size';
  readonly fileType: FileTypeFilter;
  readonly q: string;
}

export const SORTS = [
  { value: 'recent', label: 'Most Recent' },
  { value: 'size', label: 'Largest Size' },
] as const;

/** Reads what to list from the page's address; what is unknown there counts as absent. */
export function readListing(address: URLSearchParams): ListingQuery {
  const type = address.get('type');
  return {
    sortBy: address.get('sort') === 'size' ? 'size' : 'recent',
    fileType: FILE_TYPE_FILTERS.find(({ value }) => value === type)?.value ?? 'all',
    q: address.get('q')?.trim().slice(0, 255) ?? '',
  };
}

/** The page's address for what is listed; defaults are left out. */
export function writeListing({ sortBy, fileType, q }: ListingQuery): URLSearchParams {
  const address = new URLSearchParams();
  if (q) address.set('q', q);
  if (sortBy !== 'recent') address.set('sort', sortBy);
  if (fileType !== 'all') address.set('type', fileType);
  return address;
}

/** The loaded files whose name holds the text, in any case: what a search shows before the server has answered. */
export function filterByName<F extends { readonly fileName: string }>(files: readonly F[], text: string): F[] {
  // Names are stored composed; what is pasted may not be.
  const wanted = text.trim().normalize('NFC').toLowerCase();
  return files.filter(({ fileName }) => fileName.toLowerCase().includes(wanted));
}
