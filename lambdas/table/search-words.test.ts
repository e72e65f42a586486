import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../../shared/contract/files.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { readDepthIndex } from './depth-index.ts';
import { buildAboveFilter, buildQuery, type DepthQuery } from './depth-query.ts';
import { depthAndTime, listAttributes, ownerPartition } from './keys.ts';
import { buildSearchFilters, parseSearchWords } from './search-words.ts';

const OWNER = ownerPartition('FILE', 'ada');

/** Returns the query of the list of files with a search text. */
const buildListQuery = (text: string): DepthQuery => ({
  kind: 'FILE',
  index: 'ByText',
  depth: 0,
  limit: 1,
  filters: buildSearchFilters(parseSearchWords(text)),
  from: {},
});

/** Different words of one letter, which contain no white space and no capital letters. */
const buildShortWords = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index));

describe('parseSearchWords', () => {
  it.each([
    [undefined, []],
    [' \t\n', []],
    ['Lisbon Trip', ['lisbon', 'trip']],
    [' Lisbon\t\u00a0 Trip\nLISBON ', ['lisbon', 'trip']],
    ['Zoe\u0308', ['zo\u00eb']],
  ])('splits %j into %j', (text, words) => {
    expect(parseSearchWords(text)).toEqual(words);
  });
});

describe('buildSearchFilters', () => {
  let stopTable: () => Promise<void>;

  beforeAll(async () => {
    stopTable = await startTable();
  });

  afterAll(() => stopTable());

  /** Stores the only row of the list. */
  async function storeRow(searchText: string): Promise<void> {
    const Item = {
      pk: 'FILE#1',
      sk: 'FILE',
      ...listAttributes('FILE', '1', 0, 1),
      depthOrder: depthAndTime(0, '2026-11-21T00:00:00.000Z'),
      textOrder: '2026-11-21T00:00:00.000Z',
      numberOrder: 0,
      owner: OWNER,
      searchText,
    };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
  }

  async function findRow(text: string): Promise<boolean> {
    const { rows } = await readDepthIndex(buildListQuery(text));
    return rows.length === 1;
  }

  it('finds a row if and only if its text contains each word, in any order', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 3 });
    const words = fc.array(word, { minLength: 1, maxLength: 4 });

    await fc.assert(
      fc.asyncProperty(words, words, async (storedWords, searchedWords) => {
        const storedText = storedWords.join(' ');
        await storeRow(storedText);

        const isMatch = searchedWords.every((searchedWord) => storedText.includes(searchedWord));
        expect(await findRow(searchedWords.join(' '))).toBe(isMatch);
        expect(await findRow(searchedWords.toReversed().join('\t '))).toBe(isMatch);
      }),
      { numRuns: 60 },
    );
  });

  it('finds a row by as many words as the longest search text has', async () => {
    const words = buildShortWords(128);
    await storeRow(words.toReversed().join(''));

    expect(await findRow(words.join(' '))).toBe(true);
    expect(await findRow([...words.slice(1), 'x'].join(' '))).toBe(false);
  });

  it("stays below DynamoDB's limits of an expression with the longest search text and all other filters", () => {
    const { q } = files.list.body.parse({ q: buildShortWords(128).join(' ') });
    const query = buildListQuery(q!);
    const ownFilter = { expression: '#owner <> :own', names: {}, values: {} };
    const filters = [...query.filters, ownFilter, buildAboveFilter(0)];

    const { FilterExpression = '' } = buildQuery(query, { list: '', ceiling: undefined, filters }, 'start', 1);

    expect(query.filters).toHaveLength(128);
    expect(Buffer.byteLength(FilterExpression)).toBeLessThan(4096);
    expect(FilterExpression.match(/contains|AND|<>|>/g)!.length).toBeLessThan(300);
    // One more word would be too long for the contract.
    expect(files.list.body.safeParse({ q: buildShortWords(129).join(' ') }).success).toBe(false);
  });
});
