import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Picks the queries that hold something, by the parts of their keys: the dashboard's one answer holds posts, files and
 * people, and its key names all of them.
 */
export function holding(...parts: readonly string[]) {
  return { predicate: ({ queryKey }: Query) => parts.every((part) => queryKey.includes(part)) };
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
