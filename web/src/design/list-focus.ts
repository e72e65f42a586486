import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the next row when the focused row is removed, or to the list if it has no rows.
 *
 * @param rowSelector - selects the rows within `list`
 * @returns a function to call with the id of a row before it is removed
 */
export function useFocusNextRow(
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  ids: readonly string[],
): (id: string) => void {
  const removed = useRef<{ readonly id: string; readonly index: number }>(undefined);

  useLayoutEffect(() => {
    const row = removed.current;
    if (!row || ids.includes(row.id)) return;
    removed.current = undefined;
    focusRow(list.current, rowSelector, row.index);
  }, [list, rowSelector, ids]);

  return (id) => {
    removed.current = { id, index: ids.indexOf(id) };
  };
}

/** The paging state of a list, as returned by `useInfiniteQuery`. */
interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Returns the click handler of a "Load more" button, which loads the next page unless a request is running.
 *
 * The button disappears with the last page. The focus then moves to the first new row.
 *
 * @param rowSelector - selects the focusable element of each row within `list`
 */
export function useLoadMore(
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  { hasNextPage, isFetching, fetchNextPage }: PagedQuery,
): () => void {
  const rowCount = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (hasNextPage || rowCount.current === undefined) return;
    // Leave the focus alone if the member has moved it since.
    if (document.activeElement === document.body) focusRow(list.current, rowSelector, rowCount.current);
    rowCount.current = undefined;
  }, [list, rowSelector, hasNextPage]);

  return () => {
    if (isFetching) return;
    rowCount.current = list.current?.querySelectorAll(rowSelector).length;
    void fetchNextPage();
  };
}

/** Focuses the row at an index, or the last row if there are fewer, or the list if it is empty. */
function focusRow(list: HTMLElement | null, rowSelector: string, index: number): void {
  const elements = list?.querySelectorAll<HTMLElement>(rowSelector);
  const row = elements?.[Math.min(index, elements.length - 1)] ?? list;
  row?.focus();
}
