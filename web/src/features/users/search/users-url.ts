/** The maximum length of the search text, in UTF-16 code units. */
export const MAX_SEARCH_LENGTH = 200;

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
    q: params.get('q')?.trim().slice(0, MAX_SEARCH_LENGTH) ?? '',
  };
}

/** Returns the URL parameters with a new query. Omits defaults, and keeps other parameters. */
export function withUsersQuery(params: URLSearchParams, { sort, q }: UsersQuery): URLSearchParams {
  const newParams = new URLSearchParams(params);
  newParams.delete('q');
  newParams.delete('sort');

  if (q) newParams.set('q', q);
  if (sort !== DEFAULT_SORT) newParams.set('sort', sort);

  return newParams;
}
