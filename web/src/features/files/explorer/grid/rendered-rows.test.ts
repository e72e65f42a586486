/** Tests of which rows of a long list are rendered: those near the window, and the focused one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectBlocks, selectRenderedRows } from './rendered-rows.ts';

/** The number of rows that are rendered for a focused row: the row and its neighbours. */
const FOCUSED_ROWS = 3;

/** The number of rows in the list of the test with random numbers. */
const ROW_COUNT = 1000;

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
    const anyIndex = fc.integer({ min: 0, max: ROW_COUNT - 1 });
    // -1 means that no row has the focus.
    const anyFocus = fc.integer({ min: -1, max: ROW_COUNT - 1 });

    fc.assert(
      fc.property(anyIndex, fc.nat(30), fc.nat(10), anyFocus, (startIndex, length, overscan, focusedIndex) => {
        const range = { startIndex, endIndex: startIndex + length, overscan, count: ROW_COUNT };

        const selectedRows = selectRenderedRows(range, focusedIndex);

        expect(selectedRows).toEqual([...new Set(selectedRows)].sort((a, b) => a - b));
        expect(selectedRows.every((row) => row >= 0 && row < ROW_COUNT)).toBe(true);
        expect(selectedRows.length).toBeLessThanOrEqual(length + 1 + 2 * overscan + FOCUSED_ROWS);
        expect(selectedRows).toContain(startIndex);
      }),
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
