/** Every answer about people that is kept has this in its key. */
export const USERS = 'users';

export const PROFILE = [USERS, 'profile'] as const;
export const CONNECTIONS = [USERS, 'connections'] as const;

/** Each person once, in order: somebody may move onto the next page while one is paging. */
export function distinctPeople<P extends { readonly id: string }>(
  pages: readonly { readonly users: readonly P[] }[],
): P[] {
  const people = new Map<string, P>();
  for (const { users } of pages) for (const person of users) if (!people.has(person.id)) people.set(person.id, person);
  return [...people.values()];
}
