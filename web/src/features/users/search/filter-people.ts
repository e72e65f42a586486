/**
 * Returns the loaded members whose name or bio contains the text, ignoring case.
 *
 * The page shows these members until the server's results arrive.
 */
export function filterPeople<P extends { readonly username: string; readonly bio: string }>(
  people: readonly P[],
  text: string,
): P[] {
  // Stored names and bios are in NFC; pasted text may not be.
  const searchText = text.trim().normalize('NFC').toLowerCase();
  return people.filter((person) =>
    [person.username, person.bio].some((field) => field.toLowerCase().includes(searchText)),
  );
}
