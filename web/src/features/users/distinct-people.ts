/** Returns each member once, in order. Members can move onto another page during paging. */
export function collectDistinctPeople<P extends { readonly id: string }>(
  pages: readonly { readonly users: readonly P[] }[],
): P[] {
  const peopleById = new Map<string, P>();

  for (const person of pages.flatMap(({ users }) => users)) {
    if (!peopleById.has(person.id)) peopleById.set(person.id, person);
  }

  return [...peopleById.values()];
}
