/**
 * Tests of `fillPage`, which reads further rows of an index for items that the access rule hides, until a page is
 * full.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { DepthPosition } from '../table/depth-query.ts';
import { fillPage } from './fill-page.ts';

/** Builds a list. A position in it is the index of a row. Returns the function that reads its pages. */
function buildList(rows: readonly number[]) {
  const positionAt = (index: number): DepthPosition => ({ after: [index, '', ''] });
  const indexOf = ({ after }: DepthPosition) => Number(after?.[0] ?? 0);

  return vi.fn(async ({ limit, from }: { limit: number; from: DepthPosition }) => {
    const start = indexOf(from);
    const pageRows = rows.slice(start, start + limit);

    return {
      rows: pageRows,
      next: start + limit < rows.length ? positionAt(start + limit) : null,
      nextAfter: (count: number) => (start + count < rows.length ? positionAt(start + count) : null),
    };
  });
}

const buildNumbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Loads an item for each row: no item is hidden. */
const loadAll = (pendingRows: Promise<readonly number[]>) => pendingRows;

/** Loads items for odd rows only: every second item is hidden. */
const loadOdd = async (pendingRows: Promise<readonly number[]>) => (await pendingRows).filter((row) => row % 2 === 1);

describe('fillPage', () => {
  it('reads once if no item is hidden', async () => {
    const read = buildList(buildNumbers(20));
    const page = await fillPage({ limit: 5, from: {} }, read, loadAll);

    expect(page.items).toEqual([0, 1, 2, 3, 4]);
    expect(page.next).toEqual({ after: [5, '', ''] });
    expect(read).toHaveBeenCalledOnce();
  });

  it('reads a further row for each hidden item until the page is full', async () => {
    const read = buildList(buildNumbers(20));
    const page = await fillPage({ limit: 4, from: {} }, read, loadOdd);

    expect(page.items).toEqual([1, 3, 5, 7]);
    expect(page.next).toEqual({ after: [8, '', ''] });
    // Rows 0 to 3 hide two items, rows 4 and 5 hide one, row 6 hides one, and row 7 hides none.
    expect(read.mock.calls.map(([{ limit }]) => limit)).toEqual([4, 2, 1, 1]);
  });

  it('ends the page after five reads, with the position of the next page', async () => {
    const read = buildList(buildNumbers(100));
    const page = await fillPage({ limit: 4, from: {} }, read, async () => []);

    expect(page.items).toEqual([]);
    // Each of the five reads has four rows.
    expect(page.next).toEqual({ after: [5 * 4, '', ''] });
    expect(read).toHaveBeenCalledTimes(5);
  });

  it('reads once if a filter makes the page short', async () => {
    const read = vi.fn(async () => ({ rows: [1], next: { after: [9, '', ''] } as DepthPosition }));
    const page = await fillPage({ limit: 5, from: {} }, read, loadAll);

    expect(page.items).toEqual([1]);
    expect(read).toHaveBeenCalledOnce();
  });

  it('returns the position after any row of any read', async () => {
    const { rows, nextAfter, next } = await fillPage({ limit: 4, from: {} }, buildList(buildNumbers(9)), loadOdd);

    expect(rows).toEqual(buildNumbers(8));
    expect(nextAfter(2)).toEqual({ after: [2, '', ''] });
    expect(nextAfter(4)).toEqual({ after: [4, '', ''] });
    expect(nextAfter(5)).toEqual({ after: [5, '', ''] });
    expect(nextAfter(8)).toEqual(next);
  });

  it('returns every visible item once over all pages, in order', async () => {
    const lists = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });

    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 12 }), async (rows, limit) => {
        const items: number[] = [];
        let from: DepthPosition | null = {};

        while (from) {
          const page: { items: number[]; next: DepthPosition | null } = await fillPage(
            { limit, from },
            buildList(rows),
            loadOdd,
          );
          items.push(...page.items);
          from = page.next;
        }

        expect(items).toEqual(rows.filter((row) => row % 2 === 1));
      }),
    );
  });
});
