import { useCallback, useEffect, useRef, useState } from 'react';

interface KeptRowsOptions<R> {
  readonly idOf: (row: R) => string;
  /** Returns whether the member is using the row with this ID. */
  readonly isInUse: (id: string) => boolean;
}

/**
 * Returns the rows to show: the listed rows, and the rows in use that a refresh has removed from the list.
 *
 * A row that is no longer in use disappears at the next refresh. See docs/adr/0056-unsent-input.md.
 *
 * @param listedRows - newest first, so that a row which newer rows have pushed out of the list is the last one
 */
export function useKeptRows<R>(listedRows: readonly R[], { idOf, isInUse }: KeptRowsOptions<R>) {
  const previousRows = useRef<readonly R[]>([]);
  const [releasedIds, setReleasedIds] = useState<ReadonlySet<string>>(new Set());

  const rows = [...listedRows];
  // The index of the row that follows.
  let nextIndex = rows.length;
  // A kept row stays before the row that follows it, because the browser closes a dialog that moves in the document.
  for (const row of previousRows.current.toReversed()) {
    const id = idOf(row);
    const index = rows.findIndex((listedRow) => idOf(listedRow) === id);

    if (index !== -1) nextIndex = index;
    else if (!releasedIds.has(id) && isInUse(id)) rows.splice(nextIndex, 0, row);
  }

  useEffect(() => {
    previousRows.current = rows;
  });

  return {
    rows,
    /** Stops keeping a row whose item is deleted or gone, even if the row is in use. */
    release: useCallback((id: string) => setReleasedIds((ids) => new Set([...ids, id])), []),
  };
}

/**
 * Returns whether the focus is in a row, or a dialog that the row has opened is open.
 *
 * @param attribute - the attribute of the row's element that holds its ID
 */
export function isRowInUse(rowSelector: string, attribute: string, id: string): boolean {
  const elements = [document.activeElement, ...document.querySelectorAll('dialog[open]')];
  return elements.some((element) => element?.closest(rowSelector)?.getAttribute(attribute) === id);
}
