import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusRow } from './focus-row.ts';

/**
 * Passes the focus on when the row that had it leaves a list: to the row that takes its place, or to the list itself.
 *
 * @param rows - the selector of a row within `place`
 * @returns to be told which row is about to leave
 */
export function useHeirFocus(
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
