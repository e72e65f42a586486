import type { QueryClient } from '@tanstack/react-query';

/** A user in cached data: a card, a row, or a whole profile. */
type CachedUser = Readonly<Record<string, unknown>>;

/**
 * Changes one user in all cached data, at any nesting level.
 *
 * The same member can be in the dashboard, in a list, and on a profile. All must show the same state.
 */
export function updateCachedUser(client: QueryClient, id: string, change: (user: CachedUser) => CachedUser): void {
  client.setQueriesData({}, (data: unknown) => updateWithin(data, id, change));
}

function updateWithin(value: unknown, id: string, change: (user: CachedUser) => CachedUser): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => updateWithin(entry, id, change));
    // Return the same object if nothing changed, so that React doesn't render again.
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }

  const before = Object.entries(value);
  const after = before.map(([name, entry]) => [name, updateWithin(entry, id, change)] as const);
  const object: CachedUser = after.some(([, entry], index) => entry !== before[index]?.[1])
    ? Object.fromEntries(after)
    : (value as CachedUser);

  return object.id === id && 'username' in object ? change(object) : object;
}
