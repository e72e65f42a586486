import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectBlocks, selectRenderedRows } from './rendered-rows.ts';

describe('selectRenderedRows', () => {
  it('returns the rows in view, and some before and after', () => {
    const range = { startIndex: 10, endIndex: 12, overscan: 2, count: 100 };
    expect(selectRenderedRows(range)).toEqual([8, 9, 10, 11, 12, 13, 14]);
  });

  it('keeps the focused row with its neighbours, so that Tab continues there', () => {
    const range = { startIndex: 50, endIndex: 51, overscan: 1, count: 100 };
    expect(selectRenderedRows(range, 3)).toEqual([2, 3, 4, 49, 50, 51, 52]);
    expect(selectRenderedRows(range, 0)).toEqual([0, 1, 49, 50, 51, 52]);
    expect(selectRenderedRows(range, 99)).toEqual([49, 50, 51, 52, 98, 99]);
  });

  it('returns each row of the list once, in order, and few of a long list', () => {
    const index = fc.integer({ min: 0, max: 999 });

    fc.assert(
      fc.property(
        index,
        fc.nat(30),
        fc.nat(10),
        fc.integer({ min: -1, max: 999 }),
        (startIndex, rows, overscan, focusedIndex) => {
          const selectedRows = selectRenderedRows(
            { startIndex, endIndex: startIndex + rows, overscan, count: 1000 },
            focusedIndex,
          );
          expect(selectedRows).toEqual([...new Set(selectedRows)].sort((a, b) => a - b));
          expect(selectedRows.every((row) => row >= 0 && row < 1000)).toBe(true);
          expect(selectedRows.length).toBeLessThanOrEqual(rows + 1 + 2 * overscan + 3);
          expect(selectedRows).toContain(startIndex);
        },
      ),
    );
  });
});

describe('selectBlocks', () => {
  it('returns the blocks of 20 files that the rows belong to, each once, in order', () => {
    expect(selectBlocks([38, 39, 40, 41], 1)).toEqual([20, 40]);
    expect(selectBlocks([0, 1, 2], 1)).toEqual([0]);
    expect(selectBlocks([], 1)).toEqual([]);
  });

  it('returns both blocks of a row that has files of two', () => {
    expect(selectBlocks([18], 3)).toEqual([0, 20]);
    expect(selectBlocks([17], 3)).toEqual([0]);
  });
});
