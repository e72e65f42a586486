/** What Find Users lists. */
export interface UsersQuery {
  readonly sort: (typeof SORTS)[number]['value'];
  readonly q: string;
}

/** The longest text that is searched for. */
export const MAX_SEARCH_LENGTH = 200;

export const SORTS = [
  { value: 'depth', label: 'Depth (Highest First)' },
  { value: 'username', label: 'Username (A-Z)' },
  { value: 'contributions', label: 'Contributions (Highest First)' },
] as const;

/** Reads what to list from the page's address; what is unknown there counts as absent. */
export function readUsersQuery(address: URLSearchParams): UsersQuery {
  const sort = address.get('sort');
  return {
    sort: SORTS.find(({ value }) => value === sort)?.value ?? 'depth',
    q: address.get('q')?.trim().slice(0, MAX_SEARCH_LENGTH) ?? '',
  };
}

/** The same address with what is listed; defaults are left out. */
export function writeUsersQuery(address: URLSearchParams, { sort, q }: UsersQuery): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('q');
  next.delete('sort');
  if (q) next.set('q', q);
  if (sort !== 'depth') next.set('sort', sort);
  return next;
}

/** Those whose name or bio holds the text, in any case: what a search shows before the server has answered. */
export function filterPeople<P extends { readonly username: string; readonly bio: string }>(
  people: readonly P[],
  text: string,
): P[] {
  // Names and bios are stored composed; what is pasted may not be.
  const wanted = text.trim().normalize('NFC').toLowerCase();
  return people.filter((person) => [person.username, person.bio].some((said) => said.toLowerCase().includes(wanted)));
}
