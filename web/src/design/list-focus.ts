import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Passes the focus on when the row that had it leaves a list: to the row that takes its place, or to the list itself.
 *
 * @param rows - the selector of a row within `place`
 * @returns to be told which row is about to leave
 */
export function useFocusNextRow(
  place: RefObject<HTMLElement | null>,
  rows: string,
  ids: readonly string[],
): (id: string) => void {
  const leaving = useRef<{ readonly id: string; readonly index: number }>(undefined);

  useLayoutEffect(() => {
    const gone = leaving.current;
    if (!gone || ids.includes(gone.id)) return;
    leaving.current = undefined;
    focusRow(place.current, rows, gone.index);
  }, [place, rows, ids]);

  return (id) => {
    leaving.current = { id, index: ids.indexOf(id) };
  };
}

/** What there is to know of a list that comes page after page. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Loads the next page of a list, unless it is being asked for something already. The button for it goes when the last
 * page has come, and must not take the keyboard along: the focus goes to the first of the rows that have just come.
 *
 * @param rows - the selector, within `place`, of what can have the focus in each row
 * @returns to be done when the button is pressed
 */
export function useLoadMore(
  place: RefObject<HTMLElement | null>,
  rows: string,
  { hasNextPage, isFetching, fetchNextPage }: Pages,
): () => void {
  const before = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (hasNextPage || before.current === undefined) return;
    // Whoever has gone on meanwhile stays where they are.
    if (document.activeElement === document.body) focusRow(place.current, rows, before.current);
    before.current = undefined;
  }, [place, rows, hasNextPage]);

  return () => {
    if (isFetching) return;
    before.current = place.current?.querySelectorAll(rows).length;
    void fetchNextPage();
  };
}

/** Gives the focus to the row at a place in a list; to the last where there are fewer, to the list itself where there are none. */
function focusRow(list: HTMLElement | null, rows: string, index: number): void {
  const found = list?.querySelectorAll<HTMLElement>(rows);
  const row = found?.[Math.min(index, found.length - 1)] ?? list;
  row?.focus();
}
