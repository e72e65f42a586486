/**
 * Tests of the merge of sorted sources into pages. No row may be lost, repeated, or out of order. Reads are limited.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MergePosition, mergePage } from './merge.ts';
import type { Source, Start } from './merge-source.ts';

interface Row {
  readonly id: number;
  readonly order: number;
  readonly matches: boolean;
}

/**
 * Builds an in-memory source that reads, filters, and ends like a DynamoDB query. Appends the number of evaluated rows
 * of each read to the log.
 */
function buildSource(rows: readonly Row[], log: number[] = []): Source<Row, Row> {
  const read: Source<Row, Row>['read'] = async (start, count) => {
    const startIndex = firstIndex(rows, start);
    const evaluatedRows = rows.slice(startIndex, startIndex + count);
    log.push(evaluatedRows.length);
    const lastRow = evaluatedRows.at(-1);

    return {
      rows: evaluatedRows.filter(({ matches }) => matches),
      // DynamoDB reports the end only if it reaches it before the limit.
      next: lastRow && evaluatedRows.length === count ? { after: lastRow } : 'end',
      evaluatedCount: evaluatedRows.length,
    };
  };

  return { read, isFiltered: rows.some(({ matches }) => !matches) };
}

/** Returns the index of the first row of a read that begins at this start. */
function firstIndex(rows: readonly Row[], start: Start<Row>): number {
  if (start === 'start') return 0;
  if ('after' in start) return rows.findIndex(({ id }) => id === start.after.id) + 1;

  const isIncluded = (row: Row) =>
    'from' in start ? compareNewestFirst(row, start.from) >= 0 : compareNewestFirst(row, start.beyond) > 0;
  const index = rows.findIndex(isIncluded);

  return index < 0 ? rows.length : index;
}

/** The bounds that the depth index uses: at most 1000 evaluated rows and two rounds of reads per page. */
const BOUNDS = { budget: 1000, maxRounds: 2 };
const UNLIMITED = Number.POSITIVE_INFINITY;

const compareNewestFirst = (a: Row, b: Row) => b.order - a.order;

/** The options of a first page whose newest row comes first. */
const FIRST_PAGE = { from: {}, compare: compareNewestFirst, positionOf: (row: Row) => row };

/** Generates sources in which many rows have the same order, so that ties are common. */
const anySourcesWhere = (matches: fc.Arbitrary<boolean>) =>
  fc.array(fc.array(fc.record({ order: fc.nat(20), matches }), { maxLength: 40 }), { maxLength: 12 }).map((sources) => {
    let id = 0;
    return sources.map((rows) => rows.map((row): Row => ({ ...row, id: id++ })).sort(compareNewestFirst));
  });

const anySources = anySourcesWhere(fc.boolean());
const anyUnfilteredSources = anySourcesWhere(fc.constant(true));

interface Sizes {
  readonly limit: number;
  readonly firstBatchSize: number;
  readonly budget: number;
  readonly maxRounds: number;
}

const anySizes: fc.Arbitrary<Sizes> = fc.record({
  limit: fc.integer({ min: 1, max: 50 }),
  firstBatchSize: fc.integer({ min: 1, max: 9 }),
  budget: fc.integer({ min: 1, max: 60 }),
  maxRounds: fc.constantFrom(1, 2, 3, UNLIMITED),
});

/** Reads all pages. `countKept` returns the number of a page's rows to keep. The next page begins after these rows. */
async function readAll(sources: Row[][], sizes: Sizes, countKept = (rows: Row[]) => rows.length): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let from: MergePosition<Row> | null = {}; from; ) {
    const page: Awaited<ReturnType<typeof mergePage<Row, Row>>> = await mergePage({
      ...FIRST_PAGE,
      sources: sources.map((rows) => buildSource(rows)),
      from,
      ...sizes,
    });

    const count = countKept(page.rows);
    pages.push(page.rows.slice(0, count));
    from = count === page.rows.length ? page.next : page.nextAfter(count);

    expect(pages.length).toBeLessThan(1000);
  }

  return pages;
}

describe('mergePage', () => {
  it('returns the filtered rows in sorted order over all pages, for any data and page size', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const mergedRows = (await readAll(sources, sizes)).flat();

        const expectedRows = sources.flat().filter(({ matches }) => matches);
        expect(mergedRows.map(({ order }) => order)).toEqual(
          expectedRows.map(({ order }) => order).sort((a, b) => b - a),
        );
        expect(new Set(mergedRows)).toEqual(new Set(expectedRows));
        expect(mergedRows).toHaveLength(expectedRows.length);
      }),
      { numRuns: 500 },
    );
  });

  it('returns every row once if pages end early, after any of their rows', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, fc.infiniteStream(fc.nat()), async (sources, sizes, numbers) => {
        const countKept = ({ length }: Row[]) => (length > 0 ? 1 + (numbers.next().value % length) : 0);

        const mergedRows = (await readAll(sources, sizes, countKept)).flat();

        expect(mergedRows).toEqual((await readAll(sources, sizes)).flat());
      }),
      { numRuns: 500 },
    );
  });

  it('returns the same rows with onePage, without additional reads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anySources, anyUnfilteredSources), anySizes, async (sources, sizes) => {
        const read = async ({ onePage }: { onePage: boolean }) => {
          const logs = sources.map((): number[] => []);
          const mergeSources = sources.map((rows, source) => buildSource(rows, logs[source]));
          const bounds = { budget: UNLIMITED, maxRounds: UNLIMITED };
          const options = { ...FIRST_PAGE, compare: () => 0, ...sizes, ...bounds, onePage };
          const { rows } = await mergePage({ sources: mergeSources, ...options });

          return { rows, reads: logs.flat().length };
        };

        const onlyPage = await read({ onePage: true });
        const firstPage = await read({ onePage: false });

        expect(onlyPage.rows).toEqual(firstPage.rows);
        // With a filter, onePage needs one row less, which can lead to more, smaller batches.
        if (sources.flat().every(({ matches }) => matches)) expect(onlyPage.reads).toBeLessThanOrEqual(firstPage.reads);
      }),
    );
  });

  it('stops reading with onePage once the page is full', async () => {
    const rows = Array.from({ length: 5 }, (_, id): Row => ({ id, order: 5 - id, matches: true }));
    const countReads = async ({ onePage }: { onePage: boolean }) => {
      const log: number[] = [];
      const sources = [buildSource(rows, log)];
      await mergePage({ sources, ...FIRST_PAGE, ...BOUNDS, limit: 3, firstBatchSize: 3, onePage });
      return log.length;
    };

    expect(await countReads({ onePage: true })).toBe(1);
    // The second read finds that a further page follows.
    expect(await countReads({ onePage: false })).toBe(2);
  });

  it('keeps the order of each source', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const mergedRows = (await readAll(sources, sizes)).flat();

        for (const rows of sources) {
          const sourceRows = new Set(rows);
          expect(mergedRows.filter((row) => sourceRows.has(row))).toEqual(rows.filter(({ matches }) => matches));
        }
      }),
    );
  });

  it('fills every page except the last while within budget', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const pages = await readAll(sources, { ...sizes, budget: UNLIMITED, maxRounds: UNLIMITED });

        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(sizes.limit);
        if (pages.length > 1) expect(pages.at(-1)).not.toHaveLength(0);
      }),
    );
  });

  it('fills every page of unfiltered sources except the last in two rounds', async () => {
    await fc.assert(
      fc.asyncProperty(anyUnfilteredSources, anySizes, async (sources, sizes) => {
        const pages = await readAll(sources, { ...sizes, budget: UNLIMITED, maxRounds: 2 });

        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(sizes.limit);
        if (pages.length > 1) expect(pages.at(-1)).not.toHaveLength(0);
      }),
      { numRuns: 500 },
    );
  });

  it('reads a source again only if its unread rows can be on the page, and reads only the missing rows', async () => {
    // All rows of the first source come before all rows of the second, and so on.
    const sources = Array.from({ length: 9 }, (_, band) =>
      Array.from({ length: 40 }, (_, id): Row => ({ id: 100 * band + id, order: -1000 * band - id, matches: true })),
    );
    const logs = sources.map((): number[] => []);

    const page = await mergePage({
      sources: sources.map((rows, source) => buildSource(rows, logs[source])),
      ...FIRST_PAGE,
      limit: 20,
      firstBatchSize: 8,
      ...BOUNDS,
    });

    expect(page.rows).toEqual(sources[0]!.slice(0, 20));
    // The page needs 21 rows: its 20, and one that shows that there is a next page. The first round returns 8 rows per
    // source, so the first source must return 13 more. The second source can have 5 of the 21, after 16 known ones.
    expect(logs).toEqual([[8, 13], [8, 5], ...Array(7).fill([8])]);
  });

  it('reads the remaining budget in the second round if a filter drops most rows', async () => {
    const rows = Array.from({ length: 2000 }, (_, id): Row => ({ id, order: 2000 - id, matches: id % 900 === 899 }));
    const log: number[] = [];
    const page = await mergePage({
      sources: [buildSource(rows, log)],
      ...FIRST_PAGE,
      limit: 20,
      firstBatchSize: 40,
      ...BOUNDS,
    });

    // The first batch, and the rest of the budget of 1000 rows. Of these rows, only row 899 matches.
    expect(log).toEqual([40, 960]);
    expect(page).toMatchObject({ rows: [rows[899]], next: { after: rows[999], source: 0, ended: '0' } });
  });

  it('returns a partial page when its budget ends, and continues after the evaluated rows', async () => {
    const rows = Array.from({ length: 100 }, (_, id): Row => ({ id, order: 100 - id, matches: id === 99 }));
    const sizes = { limit: 5, firstBatchSize: 10, budget: 30, maxRounds: 2 };

    const page = await mergePage({ ...FIRST_PAGE, sources: [buildSource(rows)], ...sizes });

    expect(page).toMatchObject({ rows: [], next: { after: rows[29], source: 0, ended: '0' } });

    const pages = await readAll([rows], sizes);
    expect(pages.flat()).toEqual([rows[99]]);
  });

  it('continues after the rows that every source has evaluated', async () => {
    // The first source has ten times as many rows in a range, and none of them match.
    const denseRows = Array.from({ length: 400 }, (_, id): Row => ({ id, order: 400 - id, matches: false }));
    const sparseRows = Array.from(
      { length: 40 },
      (_, id): Row => ({ id: 400 + id, order: 400 - 10 * id, matches: id === 39 }),
    );
    const sizes = { limit: 5, firstBatchSize: 8, budget: 100, maxRounds: 2 };

    const pages = await readAll([denseRows, sparseRows], sizes);

    expect(pages.flat()).toEqual([sparseRows[39]]);
  });

  it('does not read more of a source that is past the rows of the page', async () => {
    const matchingRows = Array.from({ length: 40 }, (_, id): Row => ({ id, order: 100 - id, matches: true }));
    const laterRows = Array.from({ length: 40 }, (_, id): Row => ({ id: 40 + id, order: 50 - id, matches: false }));
    const log: number[] = [];
    const sources = [buildSource(matchingRows), buildSource(laterRows, log)];

    const page = await mergePage({
      sources,
      ...FIRST_PAGE,
      limit: 7,
      firstBatchSize: 8,
      ...BOUNDS,
    });

    expect(page.rows).toEqual(matchingRows.slice(0, 7));
    expect(log).toEqual([8]);
  });

  it('does not read an ended source again', async () => {
    const rows = Array.from({ length: 5 }, (_, id): Row => ({ id, order: 5 - id, matches: true }));
    const log: number[] = [];
    const sources = [buildSource([{ id: 9, order: 9, matches: true }], log), buildSource(rows)];
    const options = { ...FIRST_PAGE, sources, limit: 2, firstBatchSize: 8, ...BOUNDS };

    const page = await mergePage(options);

    // `ended` has a character per source: the first source has ended, and the second hasn't.
    expect(page.next).toEqual({ after: rows[0], source: 1, ended: '10' });
    expect((await mergePage({ ...options, from: page.next! })).rows).toEqual(rows.slice(1, 3));
    expect(log).toEqual([1]);
  });

  it('reads the same number of rows from a source of any size', async () => {
    const readRows = async (length: number) => {
      const log: number[] = [];
      const rows = Array.from({ length }, (_, id): Row => ({ id, order: length - id, matches: true }));

      await mergePage({
        sources: [buildSource(rows, log)],
        ...FIRST_PAGE,
        limit: 20,
        firstBatchSize: 8,
        ...BOUNDS,
      });

      return log;
    };

    expect(await readRows(100_000)).toEqual(await readRows(1000));
  });
});
