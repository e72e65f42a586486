/**
 * The search of files, members, and posts: all words of the search text, from their beginnings, in any order. See
 * docs/product.md#search and docs/adr/0069-search-words.md.
 */
import type { Filter } from './depth-query.ts';

/**
 * The words of a text. Everything else separates them. The alternatives: a run of letters and digits, which is the only
 * group; a run of a script without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese); the flag of a
 * country; and one other emoji.
 */
const WORD =
  /([[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]][[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]*)|[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gv;

/** Stored in words after each second letter. Neither words nor file names can contain it. */
const MARK = '/';

/** Minimum number of letters of a word that is also found inside words of file names. */
const MIN_INNER_LETTERS = 3;

/**
 * Maximum number of conditions of a search. DynamoDB accepts expressions of up to 4,096 bytes and 300 operators. This
 * number of conditions takes up to 3.4 KB and 255 operators, which leaves room for the list's other filters.
 *
 * All words of a search fit if spaces separate them: 128 words of one letter, or 64 longer words with two conditions
 * each. Only a text of emoji, or of several scripts, can have more words.
 */
const MAX_CONDITIONS = 128;

/**
 * Splits a text into its distinct words, in Unicode form C and lower case. A text without letters, digits, and emoji is
 * divided at its spaces, so that a member named "^_^" can be found.
 */
export function parseSearchWords(text = ''): string[] {
  const normalizedText = normalize(text);
  return [...new Set(normalizedText.match(WORD) ?? normalizedText.match(/\S+/g))];
}

/** Returns the search text of an item, in which a search finds the beginnings of all words of these texts. */
export function buildSearchText(...texts: readonly string[]): string {
  const words = new Set(texts.flatMap((text) => parseSearchWords(text)));
  return [...words].map((word) => ` ${markWord(word)}`).join('');
}

/**
 * Returns the search text of a file: its name in lower case, and a line with the words of its name and description. A
 * search also finds letters inside the words of the name.
 */
export function buildFileSearchText({ fileName, description }: { fileName: string; description: string }): string {
  return `${normalize(fileName)}\n${buildSearchText(fileName, description)}`;
}

/** Returns the file name, in lower case, from the search text of a file. */
export function parseSearchedName(searchText: string): string {
  return searchText.split('\n', 1)[0]!;
}

/**
 * Builds one filter per word of a search. An index row matches all filters if its search text contains every word. The
 * words that exceed {@link MAX_CONDITIONS} are ignored.
 *
 * @param options.insideNames - whether the rows are those of files
 */
export function buildSearchFilters(words: readonly string[], { insideNames = false } = {}): Filter[] {
  const filters: Filter[] = [];
  let conditionCount = 0;

  for (const [number, word] of words.entries()) {
    const values = listFilterValues(word, number, insideNames);
    conditionCount += values.length;
    if (conditionCount > MAX_CONDITIONS) break;

    filters.push(buildFilter(values));
  }

  return filters;
}

/** Lists the values that find a word. A search text must contain at least one of them. */
function listFilterValues(word: string, number: number, insideNames: boolean): FilterValue[] {
  if (isFoundAnywhere(word)) return [[`:q${number}`, word]];

  const beginning: FilterValue = [`:q${number}`, ` ${markWord(word)}`];
  const isLongEnough = [...word].length >= MIN_INNER_LETTERS;
  return insideNames && isLongEnough ? [beginning, [`:n${number}`, word]] : [beginning];
}

/** A placeholder of an expression with its value. */
type FilterValue = readonly [placeholder: string, value: string];

/** Builds the filter of rows whose search text contains at least one of the values. */
function buildFilter(values: readonly FilterValue[]): Filter {
  const conditions = values.map(([placeholder]) => `contains(#text, ${placeholder})`);

  return {
    expression: conditions.length === 1 ? conditions[0]! : `(${conditions.join(' OR ')})`,
    names: { '#text': 'searchText' },
    values: Object.fromEntries(values),
  };
}

function normalize(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * Adds a mark after each second letter, except to words that are found anywhere. So the beginning of a word stays the
 * beginning of the marked word, but three consecutive letters are found only in the name of a file, which has no marks.
 */
function markWord(word: string): string {
  return isFoundAnywhere(word) ? word : word.replaceAll(/..(?=.)/gsu, `$&${MARK}`);
}

/** Returns whether a word is found anywhere in a text: an emoji, or a run of a script without spaces. */
function isFoundAnywhere(word: string): boolean {
  const matches = [...word.matchAll(WORD)];
  return matches.length > 0 && matches.every(([, spacedRun]) => spacedRun === undefined);
}
