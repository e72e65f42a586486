import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { onProductEvent } from '../product-events.ts';

/** How often visible data is refetched while the member uses the page, in milliseconds. See `pause-when-idle.ts`. */
export const REFETCH_INTERVAL_MS = 90_000;

/**
 * Returns a filter for queries whose keys contain all these parts.
 *
 * One response can hold several kinds of rows: the dashboard's key contains `posts` and `files`.
 */
export function queriesContaining(...parts: readonly string[]) {
  return { predicate: ({ queryKey }: Query) => parts.every((part) => queryKey.includes(part)) };
}

/** A cached response whose fields contain rows. */
type Page<R> = Readonly<Record<string, readonly R[]>>;

/** Returns whether cached data has pages. */
function isPaged<R>(data: Page<R> | InfiniteData<Page<R>>): data is InfiniteData<Page<R>> {
  return 'pages' in data;
}

/**
 * Changes one row in every cached query that contains it. If `change` returns undefined, the row is removed.
 *
 * Repeats the change when a running request has replaced a query's data: the response may be older than the change.
 *
 * @param field - the field that holds the rows, which is also a part of the queries' keys: `posts`
 * @param change - returns the same result when repeated: it sets a count, but doesn't increase one
 */
export function updateCachedRow<R>(
  client: QueryClient,
  field: string,
  isMatch: (row: R) => boolean,
  change: (row: R) => R | undefined,
): void {
  const changePage = (page: Page<R>): Page<R> => {
    const rows = page[field] ?? [];
    const index = rows.findIndex(isMatch);
    const row = rows[index];
    if (row === undefined) return page;

    const changedRow = change(row);
    if (changedRow === row) return page;

    return { ...page, [field]: rows.toSpliced(index, 1, ...(changedRow === undefined ? [] : [changedRow])) };
  };

  const queries = client.getQueryCache().findAll(queriesContaining(field));
  const changeQueries = () => {
    for (const query of queries) changePages(client, query, changePage);
  };

  changeQueries();

  // A failed request has replaced nothing.
  for (const { promise } of queries) void promise?.then(changeQueries, () => {});
}

/** Changes the pages of a cached query. Writes nothing if no page changes. */
function changePages<R>(client: QueryClient, query: Query, change: (page: Page<R>) => Page<R>): void {
  const { data, error, status, isInvalidated } = query.state;
  const cachedData = data as Page<R> | InfiniteData<Page<R>> | undefined;
  if (!cachedData) return;

  const pages = isPaged(cachedData) ? cachedData.pages : [cachedData];
  const changedPages = pages.map(change);
  if (changedPages.every((page, index) => page === pages[index])) return;

  client.setQueryData(query.queryKey, isPaged(cachedData) ? { ...cachedData, pages: changedPages } : changedPages[0]);
  // Writing data clears the error of the last request, although its screen still needs a retry.
  if (error) query.setState({ error, status, isInvalidated });
}

/** The maximum number of fetches in `fetchConsistent`. */
const MAX_ATTEMPTS = 3;

/**
 * Fetches data, and repeats the fetch if a mutation ran or another tab deleted a file at the same time, up to three
 * attempts.
 *
 * A response that was computed before the change would undo it on screen.
 */
export async function fetchConsistent<T>(client: QueryClient, fetchData: () => Promise<T>): Promise<T> {
  const mutations = client.getMutationCache();

  for (let attempt = 1; ; attempt += 1) {
    const earlierMutations = new Set(mutations.getAll());
    const hadPendingMutation = client.isMutating() > 0;
    const { data, wasFileDeleted } = await watchDeletions(fetchData);

    const hasMutated = hadPendingMutation || mutations.getAll().some((mutation) => !earlierMutations.has(mutation));
    if ((!hasMutated && !wasFileDeleted) || attempt === MAX_ATTEMPTS) return data;
  }
}

/** Fetches data. `wasFileDeleted` is true if this tab or another one deleted a file at the same time. */
async function watchDeletions<T>(fetchData: () => Promise<T>) {
  let wasFileDeleted = false;
  const unsubscribe = onProductEvent('fileDeleted', () => {
    wasFileDeleted = true;
  });

  try {
    const data = await fetchData();
    return { data, wasFileDeleted };
  } finally {
    unsubscribe();
  }
}
