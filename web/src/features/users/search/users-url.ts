import { MAX_SEARCH_LENGTH } from '../../../../../shared/rules/limits.ts';
import { readSearchText, writeSearchText } from '../../../platform/browser/use-url-search.ts';

/** The sort orders, with the labels that members see. */
export const SORTS = [
  { value: 'depth', label: 'Depth (Highest First)' },
  { value: 'username', label: 'Username (A-Z)' },
  { value: 'contributions', label: 'Contributions (Highest First)' },
] as const;

type Sort = (typeof SORTS)[number]['value'];

const DEFAULT_SORT: Sort = 'depth';

/** The sort order and search text of Find Users. */
export interface UsersQuery {
  readonly sort: Sort;
  /** The search text. Empty to list all members. */
  readonly q: string;
}

/** Reads the query from the page's URL. Unknown values become the defaults. */
export function parseUsersQuery(params: URLSearchParams): UsersQuery {
  const sort = params.get('sort');

  return {
    sort: SORTS.find(({ value }) => value === sort)?.value ?? DEFAULT_SORT,
    q: readSearchText(params, MAX_SEARCH_LENGTH),
  };
}

/** Returns the URL parameters with a new query. Omits defaults, and keeps other parameters. */
export function withUsersQuery(params: URLSearchParams, { sort, q }: UsersQuery): URLSearchParams {
  const newParams = writeSearchText(params, q);
  newParams.delete('sort');
  if (sort !== DEFAULT_SORT) newParams.set('sort', sort);
  return newParams;
}
