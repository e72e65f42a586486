import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';

/** How often the numbers on screen are asked for again, in milliseconds. */
export const LIVE_MS = 30_000;

/**
 * Picks the queries that hold something, by the parts of their keys: the dashboard's one answer holds posts, files and
 * people, and its key names all of them.
 */
export function holding(...parts: readonly string[]) {
  return { predicate: ({ queryKey }: Query) => parts.every((part) => queryKey.includes(part)) };
}

type Page<R> = Readonly<Record<string, readonly R[]>>;

function isPaged<R>(held: Page<R> | InfiniteData<Page<R>>): held is InfiniteData<Page<R>> {
  return 'pages' in held;
}

/**
 * Changes one row wherever it is held, in answers of one page or of many, or takes it out everywhere. The part of the
 * key that names the rows is the name of their field, too.
 */
export function changeRow<R>(
  client: QueryClient,
  what: string,
  isIt: (row: R) => boolean,
  change: (row: R) => R | undefined,
): void {
  const changePage = (page: Page<R>): Page<R> => {
    const rows = page[what] ?? [];
    const at = rows.findIndex(isIt);
    const before = rows[at];
    if (before === undefined) return page;
    const after = change(before);
    return { ...page, [what]: rows.toSpliced(at, 1, ...(after === undefined ? [] : [after])) };
  };
  client.setQueriesData<Page<R> | InfiniteData<Page<R>>>(holding(what), (held) => {
    if (!held) return held;
    return isPaged(held) ? { ...held, pages: held.pages.map(changePage) } : changePage(held);
  });
}

const ATTEMPTS = 3;

/**
 * Asks, and asks again when something was changed from this page meanwhile: the answer may not know of it, and must not
 * undo on screen what was just done.
 */
export async function askUndisturbed<T>(client: QueryClient, ask: () => Promise<T>): Promise<T> {
  const changes = client.getMutationCache();
  for (let attempt = 1; ; attempt += 1) {
    const before = new Set(changes.getAll());
    const pending = client.isMutating() > 0;
    const answer = await ask();
    const disturbed = pending || changes.getAll().some((change) => !before.has(change));
    if (!disturbed || attempt === ATTEMPTS) return answer;
  }
}
