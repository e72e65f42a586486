/** Part of the query key of every cached response about members. */
export const USERS = 'users';

export const PROFILE = [USERS, 'profile'] as const;
export const CONNECTIONS = [USERS, 'connections'] as const;

/** Returns each member once, in order. Members can move onto another page during paging. */
export function distinctPeople<P extends { readonly id: string }>(
  pages: readonly { readonly users: readonly P[] }[],
): P[] {
  const people = new Map<string, P>();
  for (const { users } of pages) for (const person of users) if (!people.has(person.id)) people.set(person.id, person);
  return [...people.values()];
}
