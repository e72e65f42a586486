import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the next row when the focused row is removed, or to the list if it has no rows.
 *
 * @param rowSelector - selects the rows within `list`
 * @returns a function to call with the ID of a row before it is removed
 */
export function useFocusNextRow(
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  ids: readonly string[],
): (id: string) => void {
  const removedRow = useRef<{ readonly id: string; readonly index: number }>(undefined);

  useLayoutEffect(() => {
    const row = removedRow.current;
    if (!row || ids.includes(row.id)) return;

    removedRow.current = undefined;
    focusRow(list.current, rowSelector, row.index);
  }, [list, rowSelector, ids]);

  return (id) => {
    removedRow.current = { id, index: ids.indexOf(id) };
  };
}

/** The paging state of a list, as returned by `useInfiniteQuery`. */
interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => Promise<{
    readonly data: { readonly pages: readonly unknown[] } | undefined;
    readonly isFetchNextPageError: boolean;
  }>;
}

/**
 * Returns the click handler of a "Load more" button. It loads the next page, and ignores clicks while a page loads.
 *
 * The button disappears with the last page. The focus then moves to the first new row.
 *
 * @param rowSelector - selects the focusable element of each row within `list`
 */
export function useLoadMore(
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  { hasNextPage, data, fetchNextPage }: PagedQuery,
): () => void {
  // The number of rows at the click, which is the index of the first new row.
  const rowCount = useRef<number>(undefined);
  const isLoading = useRef(false);

  useLayoutEffect(() => {
    if (hasNextPage || rowCount.current === undefined) return;
    // Leaves the focus alone if the member has moved it since.
    if (document.activeElement === document.body) focusRow(list.current, rowSelector, rowCount.current);
    rowCount.current = undefined;
  }, [list, rowSelector, hasNextPage]);

  async function loadPage(): Promise<void> {
    const pageCount = data?.pages.length;
    const result = await fetchNextPage({ cancelRefetch: false });
    // If a refresh was running, the call only waited for the refresh, and loaded no further page.
    const hasJoinedRefresh = !result.isFetchNextPageError && result.data?.pages.length === pageCount;
    if (hasJoinedRefresh) await fetchNextPage({ cancelRefetch: false });
  }

  return () => {
    if (isLoading.current) return;
    isLoading.current = true;
    rowCount.current = list.current ? countRows(list.current, rowSelector) : undefined;
    void loadPage().finally(() => {
      isLoading.current = false;
    });
  };
}

/** Returns the number of rows. A list that renders only the rows in view has it in `aria-setsize`. */
function countRows(list: HTMLElement, rowSelector: string): number {
  const rows = list.querySelectorAll(rowSelector);
  return Number(rows[0]?.getAttribute('aria-setsize') ?? rows.length);
}

/** Focuses the row at an index, or the last row if there are fewer, or the list if it is empty. */
function focusRow(list: HTMLElement | null, rowSelector: string, index: number): void {
  if (!list) return;

  const rows = list.querySelectorAll<HTMLElement>(rowSelector);
  const rowIndex = Math.min(index, countRows(list, rowSelector) - 1);
  // A list that renders only the rows in view numbers them in `aria-posinset`, from 1.
  const row =
    list.querySelector<HTMLElement>(`${rowSelector}[aria-posinset="${rowIndex + 1}"]`) ?? rows[rowIndex] ?? list;
  row.focus();
}
