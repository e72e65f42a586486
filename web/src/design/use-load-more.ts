import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusRow } from './focus-row.ts';

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
