import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePage, type Progress, type Source } from './merge.ts';

interface Row {
  readonly id: number;
  readonly order: number;
  readonly matches: boolean;
}

/** An in-memory source that reads, filters and ends like a DynamoDB query. */
function sourceOf(rows: readonly Row[], log: number[] = []): Source<Row, number> {
  return async (from, count) => {
    const start = from === 'start' ? 0 : rows.findIndex(({ id }) => id === from.after) + 1;
    const read = rows.slice(start, start + count);
    log.push(read.length);
    const last = read.at(-1);
    return {
      rows: read.filter(({ matches }) => matches),
      // DynamoDB reports the end only if it reaches it before the limit.
      next: last && read.length === count ? { after: last.id } : 'end',
      evaluated: read.length,
    };
  };
}

const newestFirst = (a: Row, b: Row) => b.order - a.order;

/** Generates sources in which many rows have the same order, so that ties are common. */
const anySources = fc
  .array(fc.array(fc.record({ order: fc.nat(20), matches: fc.boolean() }), { maxLength: 40 }), { maxLength: 6 })
  .map((sources) => {
    let id = 0;
    return sources.map((rows) => rows.map((row): Row => ({ ...row, id: id++ })).sort(newestFirst));
  });

const anySizes = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  batch: fc.integer({ min: 1, max: 9 }),
  budget: fc.integer({ min: 1, max: 60 }),
});

async function readAll(sources: Row[][], sizes: { limit: number; batch: number; budget: number }): Promise<Row[][]> {
  const pages: Row[][] = [];
  let progress: Progress<number>[] = [];
  for (let ended = false; !ended; ) {
    const page = await mergePage({
      sources: sources.map((rows) => sourceOf(rows)),
      progress,
      compare: newestFirst,
      positionOf: ({ id }) => id,
      ...sizes,
    });
    pages.push(page.rows);
    progress = page.progress;
    ended = page.ended;
    expect(pages.length).toBeLessThan(1000);
  }
  return pages;
}

describe('mergePage', () => {
  it('returns over all pages the filtered rows in sorted order, for any data and page size', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const merged = (await readAll(sources, sizes)).flat();
        const expected = sources.flat().filter(({ matches }) => matches);
        expect(merged.map(({ order }) => order)).toEqual(expected.map(({ order }) => order).sort((a, b) => b - a));
        expect(new Set(merged)).toEqual(new Set(expected));
        expect(merged).toHaveLength(expected.length);
      }),
      { numRuns: 500 },
    );
  });

  it('returns the same rows with onePage, and stops reading once the page is full', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const read = async (onePage: boolean) => {
          const logs = sources.map((): number[] => []);
          const { rows } = await mergePage({
            sources: sources.map((rows, source) => sourceOf(rows, logs[source])),
            progress: [],
            compare: () => 0,
            positionOf: ({ id }) => id,
            ...sizes,
            budget: 10_000,
            onePage,
          });
          return { rows, reads: logs.flat().length };
        };
        const [one, first] = [await read(true), await read(false)];
        expect(one.rows).toEqual(first.rows);
        expect(one.reads).toBeLessThanOrEqual(first.reads);
      }),
    );
    const rows = Array.from({ length: 5 }, (_, id): Row => ({ id, order: 5 - id, matches: true }));
    const readsOf = async (onePage: boolean) => {
      const log: number[] = [];
      const sources = [sourceOf(rows, log)];
      const order = { progress: [], compare: newestFirst, positionOf: ({ id }: Row) => id };
      await mergePage({ sources, ...order, limit: 3, batch: 3, budget: 1000, onePage });
      return log.length;
    };
    expect(await readsOf(true)).toBe(1);
    expect(await readsOf(false)).toBe(2);
  });

  it('keeps the order of each source', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const merged = (await readAll(sources, sizes)).flat();
        for (const rows of sources) {
          const own = new Set(rows);
          expect(merged.filter((row) => own.has(row))).toEqual(rows.filter(({ matches }) => matches));
        }
      }),
    );
  });

  it('fills every page except the last while within budget', async () => {
    await fc.assert(
      fc.asyncProperty(anySources, anySizes, async (sources, sizes) => {
        const pages = await readAll(sources, { ...sizes, budget: Number.POSITIVE_INFINITY });
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(sizes.limit);
        if (pages.length > 1) expect(pages.at(-1)).not.toHaveLength(0);
      }),
    );
  });

  it('returns a partial page when its budget ends, and continues from there', async () => {
    const rows = Array.from({ length: 100 }, (_, id): Row => ({ id, order: 100 - id, matches: id === 99 }));
    const page = await mergePage({
      sources: [sourceOf(rows)],
      progress: [],
      compare: newestFirst,
      positionOf: ({ id }) => id,
      limit: 5,
      batch: 10,
      budget: 30,
    });
    expect(page).toEqual({ rows: [], progress: [{ after: 29 }], ended: false });
    const pages = await readAll([rows], { limit: 5, batch: 10, budget: 30 });
    expect(pages.flat()).toEqual([rows[99]]);
  });

  it('reads the same number of rows whatever the size of the source', async () => {
    const cost = async (length: number) => {
      const log: number[] = [];
      const rows = Array.from({ length }, (_, id): Row => ({ id, order: length - id, matches: true }));
      await mergePage({
        sources: [sourceOf(rows, log)],
        progress: [],
        compare: newestFirst,
        positionOf: ({ id }) => id,
        limit: 20,
        batch: 8,
        budget: 1000,
      });
      return log;
    };
    expect(await cost(100_000)).toEqual(await cost(1000));
  });
});
