import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MergePosition, mergePage, type Source, type Start } from './merge.ts';

interface Row {
  readonly id: number;
  readonly order: number;
  readonly matches: boolean;
}

/** An in-memory source that reads, filters and ends like a DynamoDB query. */
function sourceOf(rows: readonly Row[], log: number[] = []): Source<Row, Row> {
  const read: Source<Row, Row>['read'] = async (start, count) => {
    const at = firstIndex(rows, start);
    const evaluated = rows.slice(at, at + count);
    log.push(evaluated.length);
    const last = evaluated.at(-1);

    return {
      rows: evaluated.filter(({ matches }) => matches),
      // DynamoDB reports the end only if it reaches it before the limit.
      next: last && evaluated.length === count ? { after: last } : 'end',
      evaluated: evaluated.length,
    };
  };

  return { read, filtered: rows.some(({ matches }) => !matches) };
}

function firstIndex(rows: readonly Row[], start: Start<Row>): number {
  if (start === 'start') return 0;
  if ('after' in start) return rows.findIndex(({ id }) => id === start.after.id) + 1;
  const [limit, inclusive] = 'from' in start ? [start.from, true] : [start.beyond, false];
  const index = rows.findIndex((row) => newestFirst(row, limit) > 0 || (inclusive && newestFirst(row, limit) === 0));
  return index < 0 ? rows.length : index;
}

/** The bounds of the depth index. */
const BOUNDS = { budget: 1000, rounds: 2 };
const UNLIMITED = Number.POSITIVE_INFINITY;

const newestFirst = (a: Row, b: Row) => b.order - a.order;

/** Generates sources in which many rows have the same order, so that ties are common. */
const sourcesWhere = (matches: fc.Arbitrary<boolean>) =>
  fc.array(fc.array(fc.record({ order: fc.nat(20), matches }), { maxLength: 40 }), { maxLength: 12 }).map((sources) => {
    let id = 0;
    return sources.map((rows) => rows.map((row): Row => ({ ...row, id: id++ })).sort(newestFirst));
  });
const anySources = sourcesWhere(fc.boolean());
const unfilteredSources = sourcesWhere(fc.constant(true));

interface Sizes {
  readonly limit: number;
  readonly batch: number;
  readonly budget: number;
  readonly rounds: number;
}

const anySizes: fc.Arbitrary<Sizes> = fc.record({
  limit: fc.integer({ min: 1, max: 50 }),
  batch: fc.integer({ min: 1, max: 9 }),
  budget: fc.integer({ min: 1, max: 60 }),
  rounds: fc.constantFrom(1, 2, 3, UNLIMITED),
});

/** Reads all pages. `cut` returns how many of a page's rows are kept; the next page begins after them. */
async function readAll(sources: Row[][], sizes: Sizes, cut = (rows: Row[]) => rows.length): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let from: MergePosition<Row> | null = {}; from; ) {
    const page: Awaited<ReturnType<typeof mergePage<Row, Row>>> = await mergePage({
      sources: sources.map((rows) => sourceOf(rows)),
      from,
      compare: newestFirst,
      positionOf: (row) => row,
      ...sizes,
    });
    const count = cut(page.rows);
    pages.push(page.rows.slice(0, count));
    from = count === page.rows.length ? page.next : page.nextAfter(count);
    expect(pages.length).toBeLessThan(1000);
  }

  return pages;
}

describe('mergePage', () => {
  it('returns over all pages the filtered rows in sorted order, for any data and page size', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const mergedRows = (await readAll(sources, sizes)).flat();
        const expected = sources.flat().filter(({ matches }) => matches);
        expect(mergedRows.map(({ order }) => order)).toEqual(expected.map(({ order }) => order).sort((a, b) => b - a));
        expect(new Set(mergedRows)).toEqual(new Set(expected));
        expect(mergedRows).toHaveLength(expected.length);
      }),
      { numRuns: 500 },
    );
  });

  it('returns every row once if pages end early, after any of their rows', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, fc.infiniteStream(fc.nat()), async (sources, sizes, numbers) => {
        const cut = ({ length }: Row[]) => (length > 0 ? 1 + (numbers.next().value % length) : 0);
        const mergedRows = (await readAll(sources, sizes, cut)).flat();
        expect(mergedRows).toEqual((await readAll(sources, sizes)).flat());
      }),
      { numRuns: 500 },
    );
  });

  it('returns the same rows with onePage, and stops reading once the page is full', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anySources, unfilteredSources), anySizes, async (sources, sizes) => {
        const read = async (onePage: boolean) => {
          const logs = sources.map((): number[] => []);
          const { rows } = await mergePage({
            sources: sources.map((rows, source) => sourceOf(rows, logs[source])),
            from: {},
            compare: () => 0,
            positionOf: (row) => row,
            ...sizes,
            budget: UNLIMITED,
            rounds: UNLIMITED,
            onePage,
          });

          return { rows, reads: logs.flat().length };
        };

        const [onePage, firstPage] = [await read(true), await read(false)];
        expect(onePage.rows).toEqual(firstPage.rows);
        // With a filter, a smaller need can lead to smaller batches, and to more of them.
        if (sources.flat().every(({ matches }) => matches)) expect(onePage.reads).toBeLessThanOrEqual(firstPage.reads);
      }),
    );
    const rows = Array.from({ length: 5 }, (_, id): Row => ({ id, order: 5 - id, matches: true }));
    const readsOf = async (onePage: boolean) => {
      const log: number[] = [];
      const sources = [sourceOf(rows, log)];
      const order = { from: {}, compare: newestFirst, positionOf: (row: Row) => row };
      await mergePage({ sources, ...order, ...BOUNDS, limit: 3, batch: 3, onePage });
      return log.length;
    };

    expect(await readsOf(true)).toBe(1);
    expect(await readsOf(false)).toBe(2);
  });

  it('keeps the order of each source', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const mergedRows = (await readAll(sources, sizes)).flat();
        for (const rows of sources) {
          const ownRows = new Set(rows);
          expect(mergedRows.filter((row) => ownRows.has(row))).toEqual(rows.filter(({ matches }) => matches));
        }
      }),
    );
  });

  it('fills every page except the last while within budget', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const pages = await readAll(sources, { ...sizes, budget: UNLIMITED, rounds: UNLIMITED });
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(sizes.limit);
        if (pages.length > 1) expect(pages.at(-1)).not.toHaveLength(0);
      }),
    );
  });

  it('fills every page of unfiltered sources except the last in two rounds, whatever the budget', async () => {
    await fc.assert(
      fc.asyncProperty(unfilteredSources, anySizes, async (sources, sizes) => {
        const pages = await readAll(sources, { ...sizes, budget: UNLIMITED, rounds: 2 });
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(sizes.limit);
        if (pages.length > 1) expect(pages.at(-1)).not.toHaveLength(0);
      }),
      { numRuns: 500 },
    );
  });

  it('reads only the sources again whose unread rows can be on the page, and only what the page lacks', async () => {
    // All rows of the page are in the first source. Then come all rows of the second, and so on.
    const sources = Array.from({ length: 9 }, (_, band) =>
      Array.from({ length: 40 }, (_, id): Row => ({ id: 100 * band + id, order: -1000 * band - id, matches: true })),
    );
    const logs = sources.map((): number[] => []);
    const page = await mergePage({
      sources: sources.map((rows, source) => sourceOf(rows, logs[source])),
      ...{ from: {}, compare: newestFirst, positionOf: (row: Row) => row, limit: 20, batch: 8, ...BOUNDS },
    });

    expect(page.rows).toEqual(sources[0]!.slice(0, 20));
    // The page and one more row, which shows that there is a next page: 21. Before the second source has read to its
    // end, 16 are known, so it may have 5 of them.
    expect(logs).toEqual([[8, 13], [8, 5], ...Array(7).fill([8])]);
  });

  it('reads the rest of the budget in the second round if a filter drops most rows', async () => {
    const rows = Array.from({ length: 2000 }, (_, id): Row => ({ id, order: 2000 - id, matches: id % 900 === 899 }));
    const log: number[] = [];
    const order = { from: {}, compare: newestFirst, positionOf: (row: Row) => row };
    const page = await mergePage({ sources: [sourceOf(rows, log)], ...order, limit: 20, batch: 40, ...BOUNDS });

    expect(log).toEqual([40, 960]);
    expect(page).toMatchObject({ rows: [rows[899]], next: { after: rows[999], source: 0, ended: '0' } });
  });

  it('returns a partial page when its budget ends, and continues from there', async () => {
    const rows = Array.from({ length: 100 }, (_, id): Row => ({ id, order: 100 - id, matches: id === 99 }));
    const page = await mergePage({
      sources: [sourceOf(rows)],
      from: {},
      compare: newestFirst,
      positionOf: (row) => row,
      limit: 5,
      batch: 10,
      budget: 30,
      rounds: 2,
    });

    expect(page).toMatchObject({ rows: [], next: { after: rows[29], source: 0, ended: '0' } });

    const pages = await readAll([rows], { limit: 5, batch: 10, budget: 30, rounds: 2 });
    expect(pages.flat()).toEqual([rows[99]]);
  });

  it('continues after the rows that every source has evaluated when its budget ends', async () => {
    // The rows of the first source are ten times as dense, and none of them match.
    const dense = Array.from({ length: 400 }, (_, id): Row => ({ id, order: 400 - id, matches: false }));
    const sparse = Array.from(
      { length: 40 },
      (_, id): Row => ({ id: 400 + id, order: 400 - 10 * id, matches: id === 39 }),
    );
    const sources = [sourceOf(dense), sourceOf(sparse)];
    const order = { compare: newestFirst, positionOf: (row: Row) => row, limit: 5, batch: 8, budget: 100, rounds: 2 };
    let rows: Row[] = [];
    for (let from: MergePosition<Row> | null = {}; from; ) {
      const page: Awaited<ReturnType<typeof mergePage<Row, Row>>> = await mergePage({ sources, from, ...order });
      rows = [...rows, ...page.rows];
      from = page.next;
    }

    expect(rows).toEqual([sparse[39]]);
  });

  it('does not read on with a source that is past the next row', async () => {
    const first = Array.from({ length: 40 }, (_, id): Row => ({ id, order: 100 - id, matches: true }));
    const second = Array.from({ length: 40 }, (_, id): Row => ({ id: 40 + id, order: 50 - id, matches: false }));
    const log: number[] = [];
    const sources = [sourceOf(first), sourceOf(second, log)];
    const page = await mergePage({
      ...{ sources, from: {}, compare: newestFirst, positionOf: (row: Row) => row },
      ...{ limit: 7, batch: 8, ...BOUNDS },
    });

    expect([page.rows, log]).toEqual([first.slice(0, 7), [8]]);
  });

  it('does not read a source again that has ended', async () => {
    const rows = Array.from({ length: 5 }, (_, id): Row => ({ id, order: 5 - id, matches: true }));
    const log: number[] = [];
    const sources = [sourceOf([{ id: 9, order: 9, matches: true }], log), sourceOf(rows)];
    const order = { sources, compare: newestFirst, positionOf: (row: Row) => row, limit: 2, batch: 8, ...BOUNDS };
    const page = await mergePage({ ...order, from: {} });

    expect(page.next).toEqual({ after: rows[0], source: 1, ended: '10' });
    expect((await mergePage({ ...order, from: page.next! })).rows).toEqual(rows.slice(1, 3));
    expect(log).toEqual([1]);
  });

  it('reads the same number of rows whatever the size of the source', async () => {
    const cost = async (length: number) => {
      const log: number[] = [];
      const rows = Array.from({ length }, (_, id): Row => ({ id, order: length - id, matches: true }));

      await mergePage({
        sources: [sourceOf(rows, log)],
        from: {},
        compare: newestFirst,
        positionOf: (row) => row,
        limit: 20,
        batch: 8,
        ...BOUNDS,
      });

      return log;
    };

    expect(await cost(100_000)).toEqual(await cost(1000));
  });
});
