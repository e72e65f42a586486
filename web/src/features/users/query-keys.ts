/** Part of the query key of every cached response about members. */
export const USERS = 'users';

/** The first parts of the query key of a member's profile. */
export const PROFILE = [USERS, 'profile'] as const;

/** The first parts of the query key of a list of followers or followed members. */
export const CONNECTIONS = [USERS, 'connections'] as const;

/** Returns each member once, in order. Members can move onto another page during paging. */
export function distinctPeople<P extends { readonly id: string }>(
  pages: readonly { readonly users: readonly P[] }[],
): P[] {
  const people = new Map<string, P>();

  for (const person of pages.flatMap(({ users }) => users)) {
    if (!people.has(person.id)) people.set(person.id, person);
  }

  return [...people.values()];
}
