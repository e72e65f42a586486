/**
 * Tests of searches. A search finds a row if each of its words begins a word of the row's text. The list of files also
 * finds three letters or more inside words of file names. See docs/product.md#search.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../../shared/contract/files.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { readDepthIndex } from './depth-index.ts';
import { buildAboveFilter, buildQuery, type DepthQuery } from './depth-query.ts';
import { depthAndTime, listAttributes, ownerPartition } from './keys.ts';
import {
  buildFileSearchText,
  buildSearchFilters,
  buildSearchText,
  parseSearchedName,
  parseSearchWords,
} from './search-words.ts';

const OWNER = ownerPartition('FILE', 'ada');

/** Whether a search also finds letters inside the words of file names, as the list of files does. */
interface SearchOptions {
  readonly insideNames?: boolean;
}

/** Options of the searches for members and posts. */
const WORD_BEGINNINGS: SearchOptions = { insideNames: false };

/** Returns the query of a list with a search text. By default, the list of files. */
const buildListQuery = (text: string, { insideNames = true }: SearchOptions = {}): DepthQuery => ({
  kind: 'FILE',
  index: 'ByText',
  depth: 0,
  limit: 1,
  filters: buildSearchFilters(parseSearchWords(text), { insideNames }),
  from: {},
});

/** First letter of the Cherokee script. It puts spaces between words, and its letters have three bytes. */
const FIRST_CHEROKEE_LETTER = 0x13a0;

/** Different letters of the Cherokee script, in lower case. */
const LETTERS = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(FIRST_CHEROKEE_LETTER + index))
  .map((letter) => letter.toLowerCase())
  .filter((letter, index, letters) => /^\p{L}$/u.test(letter) && letters.indexOf(letter) === index);

/** DynamoDB's limits for an expression. */
const MAX_EXPRESSION_BYTES = 4096;
const MAX_OPERATORS = 300;

/** Different letters of a script without spaces between words. */
const HAN_LETTERS = LETTERS.map((_, index) => String.fromCodePoint(0x4e00 + index));

describe('parseSearchWords', () => {
  it.each([
    [undefined, []],
    [' \t\n', []],
    ['... — / ...', ['...', '—', '/']],
    ['a ... b', ['a', 'b']],
    ['Lisbon Trip', ['lisbon', 'trip']],
    [' Lisbon\t\u00a0 Trip\nLISBON ', ['lisbon', 'trip']],
    ['blue-reef_2024.PNG', ['blue', 'reef', '2024', 'png']],
    ["l'eau #Reef", ['l', 'eau', 'reef']],
    ['Zoe\u0308', ['zo\u00eb']],
    ['नमस्ते', ['नमस्ते']],
    ['fish🐟🐠 ❤️ 👍🏽', ['fish', '🐟', '🐠', '❤', '👍']],
    ['🇳🇴🇵🇹', ['🇳🇴', '🇵🇹']],
    ['報告書2024をok', ['報告書', '2024', 'を', 'ok']],
  ])('splits %j into %j', (text, words) => {
    expect(parseSearchWords(text)).toEqual(words);
  });
});

describe('buildSearchText', () => {
  it('marks every second letter of each distinct word, but neither emoji nor scripts without spaces', () => {
    expect(buildSearchText('Ada reef', 'Likes REEF 🐠 報告書')).toBe(' ad/a re/ef li/ke/s 🐠 報告書');
  });

  it('returns an empty text for empty texts', () => {
    expect(buildSearchText('', ' ')).toBe('');
  });
});

describe('parseSearchedName', () => {
  it('returns the name of a file in lower case, also from the search text of an earlier version', () => {
    const searchText = buildFileSearchText({ fileName: 'Reef.PNG', description: 'Corals\nat noon' });

    expect(parseSearchedName(searchText)).toBe('reef.png');
    expect(parseSearchedName('reef.png')).toBe('reef.png');
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

  /** Returns whether a search finds the only row. */
  async function findRow(text: string, options?: SearchOptions): Promise<boolean> {
    const { rows } = await readDepthIndex(buildListQuery(text, options));
    return rows.length === 1;
  }

  /** Generates words of few different letters, so that many words begin with or contain others. */
  const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1'), minLength: 1, maxLength: 5 });
  const anyWords = fc.array(anyWord, { minLength: 1, maxLength: 4 });

  it('finds a row if and only if each word of the search begins a word of the text, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(anyWords, anyWords, async (storedWords, searchedWords) => {
        await storeRow(buildSearchText(storedWords.join(' ')));

        const isMatch = searchedWords.every((searched) => storedWords.some((stored) => stored.startsWith(searched)));
        expect(await findRow(searchedWords.join(' '), WORD_BEGINNINGS)).toBe(isMatch);
        expect(await findRow(searchedWords.toReversed().join('-'), WORD_BEGINNINGS)).toBe(isMatch);
      }),
      { numRuns: 60 },
    );
  });

  it('finds a file also by three letters or more inside a word of its name, but not of its description', async () => {
    await fc.assert(
      fc.asyncProperty(anyWords, anyWords, anyWord, async (nameWords, descriptionWords, searchedWord) => {
        await storeRow(buildFileSearchText({ fileName: nameWords.join('_'), description: descriptionWords.join(' ') }));

        const isBeginning = [...nameWords, ...descriptionWords].some((stored) => stored.startsWith(searchedWord));
        const isInside = searchedWord.length >= 3 && nameWords.some((stored) => stored.includes(searchedWord));
        expect(await findRow(searchedWord)).toBe(isBeginning || isInside);
      }),
      { numRuns: 100 },
    );
  });

  it('finds emoji and scripts without spaces anywhere in a text', async () => {
    await storeRow(buildSearchText('去年の報告書', 'fish🐟🐠'));

    expect(await findRow('告書', WORD_BEGINNINGS)).toBe(true);
    expect(await findRow('🐠', WORD_BEGINNINGS)).toBe(true);
    expect(await findRow('告去', WORD_BEGINNINGS)).toBe(false);
    expect(await findRow('🐡', WORD_BEGINNINGS)).toBe(false);
  });

  it('finds everything with an empty search, and no words by the characters between them', async () => {
    await storeRow(buildFileSearchText({ fileName: 'a-b.png', description: 'Blue/green' }));

    expect(await findRow(' ')).toBe(true);
    expect(await findRow('-')).toBe(false);
    expect(await findRow('/')).toBe(false);
  });

  it.each(['^_^', '/', '//', '...', '\u034f'])(
    'finds the text %j, which has no letters, by its beginning',
    async (text) => {
      await storeRow(buildSearchText(text, 'Likes reefs'));

      expect(await findRow(text, WORD_BEGINNINGS)).toBe(true);
      expect(await findRow([...text][0]!, WORD_BEGINNINGS)).toBe(true);
      expect(await findRow(`x${text}`, WORD_BEGINNINGS)).toBe(false);
    },
  );

  // Words of one letter need the most filters, and words of three letters the most conditions for each letter.
  it.each([
    ['one letter', LETTERS.slice(0, 128)],
    ['three letters', LETTERS.slice(0, 64).map((letter) => letter + LETTERS[64]! + LETTERS[65]!)],
  ])("stays below DynamoDB's limits with the longest search of words of %s", async (_title, longestWords) => {
    const { q } = files.list.body.parse({ q: longestWords.join(' ') });
    const query = buildListQuery(q!);
    const ownFilter = { expression: '#owner <> :own', names: {}, values: {} };
    const filters = [...query.filters, ownFilter, buildAboveFilter(0)];

    const { FilterExpression = '' } = buildQuery(query, { list: '', ceiling: undefined, filters }, 'start', 1);

    expect(query.filters).toHaveLength(longestWords.length);
    expect(Buffer.byteLength(FilterExpression)).toBeLessThan(MAX_EXPRESSION_BYTES);
    expect(FilterExpression.match(/contains|AND|OR|<>|>/g)!.length).toBeLessThan(MAX_OPERATORS);
    // One more word would be too long for the contract.
    expect(files.list.body.safeParse({ q: `${q} ${longestWords[0]}` }).success).toBe(false);

    await storeRow(buildFileSearchText({ fileName: 'a.png', description: longestWords.toReversed().join(' ') }));
    expect(await findRow(q!)).toBe(true);
    expect(await findRow(`${longestWords.slice(1).join(' ')} x`)).toBe(false);
  });

  // A word of a script without spaces needs no space before or after it, so a search can have 255 words.
  it.each([
    ['one letter', LETTERS.slice(0, 127).map((letter, index) => letter + HAN_LETTERS[index]!)],
    [
      'three letters',
      LETTERS.slice(0, 63).map((letter, index) => letter + LETTERS[64]! + LETTERS[65]! + HAN_LETTERS[index]!),
    ],
  ])('ignores the words of %s that exceed the limits of DynamoDB', async (_title, words) => {
    const { q } = files.list.body.parse({ q: words.join('') });

    await storeRow(buildFileSearchText({ fileName: 'a.png', description: words.slice(0, 64).join(' ') }));
    expect(await findRow(q!)).toBe(true);

    await storeRow(buildFileSearchText({ fileName: 'a.png', description: words.slice(1).join(' ') }));
    expect(await findRow(q!)).toBe(false);
  });
});
