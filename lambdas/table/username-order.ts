/** Accents of Latin, Greek, and Cyrillic letters. Other scripts spell vowels with marks, which count for their order. */
const COMBINING_DIACRITICAL_MARKS = /[\u0300-\u036f]/g;

/**
 * Returns the text by which members are sorted by name: the username in lower case, without accents, so that "Élodie"
 * comes before "Eric". DynamoDB compares the bytes of index keys, which would put all accented letters after z.
 *
 * Never empty, because index keys can't be. Not longer than the username, because cursors contain it.
 */
export function usernameOrder(username: string): string {
  const lowerCase = username.toLowerCase();
  const withoutAccents = lowerCase.normalize('NFD').replace(COMBINING_DIACRITICAL_MARKS, '').normalize('NFC');
  return withoutAccents || lowerCase;
}
