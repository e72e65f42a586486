import { FILES_PAGE_SIZE } from '../../../../../../shared/rules/limits.ts';

/** The rows in view. A row is a line of cards: one card in the list view, several in the gallery. */
interface RowRange {
  readonly startIndex: number;
  readonly endIndex: number;
  /** Rows to render before and after the rows in view. */
  readonly overscan: number;
  /** The number of rows in the list. */
  readonly count: number;
}

/**
 * Returns the indexes of the rows to render, in order: the rows in view, and the focused row with its neighbours.
 *
 * A focused row that scrolls out of view would otherwise lose the focus, and Tab would continue at the page's start.
 */
export function selectRenderedRows({ startIndex, endIndex, overscan, count }: RowRange, focusedIndex = -1): number[] {
  const nearbyRows = range(startIndex - overscan, endIndex + overscan);
  const focusedRows = focusedIndex < 0 ? [] : range(focusedIndex - 1, focusedIndex + 1);
  const renderedRows = [...nearbyRows, ...focusedRows].filter((index) => index >= 0 && index < count);

  return [...new Set(renderedRows)].sort((a, b) => a - b);
}

/**
 * Returns the index of the first file of each block that has a file in these rows, in order.
 *
 * A block is a range of `FILES_PAGE_SIZE` files. It is loaded as a whole, so that scrolling by a row rarely needs a
 * request.
 *
 * @param starts - the index of the first file of each row
 */
export function selectBlocks(starts: readonly number[], columns: number): number[] {
  // A row has files of at most two blocks: the blocks of its first and its last file.
  const edgeIndexes = starts.flatMap((start) => [start, start + columns - 1]);
  const blocks = edgeIndexes.map((index) => index - (index % FILES_PAGE_SIZE));

  return [...new Set(blocks)].sort((a, b) => a - b);
}

/** Returns all integers from `from` to `to`, both included. */
function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
