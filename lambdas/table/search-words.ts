import type { Filter } from './depth-query.ts';

/** Splits a search text into its distinct words, normalized like the stored texts: Unicode form C, lower case. */
export function parseSearchWords(text = ''): string[] {
  const words = text.normalize('NFC').toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word !== '');
}

/**
 * Builds one filter per word. An index row matches all filters if its search text contains every word, in any order.
 *
 * DynamoDB accepts expressions of up to 4,096 bytes and 300 operators. The longest search text has 255 characters, so up
 * to 128 words. Their filters take 3.3 KB and 255 operators, which leaves room for the list's other filters.
 */
export function buildSearchFilters(words: readonly string[]): Filter[] {
  return words.map((word, number) => ({
    expression: `contains(#text, :q${number})`,
    names: { '#text': 'searchText' },
    values: { [`:q${number}`]: word },
  }));
}
