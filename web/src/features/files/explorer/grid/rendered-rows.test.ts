import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectBlocks, selectRenderedRows } from './rendered-rows.ts';

/** The focused row and its neighbours. */
const FOCUSED_ROWS = 3;

describe('selectRenderedRows', () => {
  it('returns the rows in view, and the overscan before and after them', () => {
    const range = { startIndex: 10, endIndex: 12, overscan: 2, count: 100 };
    expect(selectRenderedRows(range)).toEqual([8, 9, 10, 11, 12, 13, 14]);
  });

  it('includes the focused row with its neighbours, so that Tab continues there', () => {
    const range = { startIndex: 50, endIndex: 51, overscan: 1, count: 100 };
    expect(selectRenderedRows(range, 3)).toEqual([2, 3, 4, 49, 50, 51, 52]);
    expect(selectRenderedRows(range, 0)).toEqual([0, 1, 49, 50, 51, 52]);
    expect(selectRenderedRows(range, 99)).toEqual([49, 50, 51, 52, 98, 99]);
  });

  it('returns a limited number of existing rows, each once and in order', () => {
    const anyIndex = fc.integer({ min: 0, max: 999 });

    fc.assert(
      fc.property(
        anyIndex,
        fc.nat(30),
        fc.nat(10),
        fc.integer({ min: -1, max: 999 }),
        (startIndex, rowCount, overscan, focusedIndex) => {
          const selectedRows = selectRenderedRows(
            { startIndex, endIndex: startIndex + rowCount, overscan, count: 1000 },
            focusedIndex,
          );

          expect(selectedRows).toEqual([...new Set(selectedRows)].sort((a, b) => a - b));
          expect(selectedRows.every((row) => row >= 0 && row < 1000)).toBe(true);
          expect(selectedRows.length).toBeLessThanOrEqual(rowCount + 1 + 2 * overscan + FOCUSED_ROWS);
          expect(selectedRows).toContain(startIndex);
        },
      ),
    );
  });
});

describe('selectBlocks', () => {
  it('returns the start of each block of 20 files that has a file in these rows', () => {
    expect(selectBlocks([38, 39, 40, 41], 1)).toEqual([20, 40]);
    expect(selectBlocks([0, 1, 2], 1)).toEqual([0]);
    expect(selectBlocks([], 1)).toEqual([]);
  });

  it('returns two blocks for a row that has files of both', () => {
    expect(selectBlocks([18], 3)).toEqual([0, 20]);
    expect(selectBlocks([17], 3)).toEqual([0]);
  });
});
