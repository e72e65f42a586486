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

/** Returns a value in which the user is changed: the object with this ID and a username. Other parts stay identical. */
function updateWithin(value: unknown, id: string, change: (user: CachedUser) => CachedUser): unknown {
  if (typeof value !== 'object' || value === null) return value;

  // Returns the same array or object if nothing in it has changed, so that React doesn't render again.
  if (Array.isArray(value)) {
    const entries = value.map((entry) => updateWithin(entry, id, change));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }

  const fields = Object.entries(value);
  const updatedFields = fields.map(([name, field]) => [name, updateWithin(field, id, change)] as const);
  const hasChanged = updatedFields.some(([, field], index) => field !== fields[index]?.[1]);
  const object: CachedUser = hasChanged ? Object.fromEntries(updatedFields) : (value as CachedUser);

  return object.id === id && 'username' in object ? change(object) : object;
}
