import { useCallback, useEffect, useRef, useState } from 'react';

interface KeptRowsOptions<R> {
  readonly idOf: (row: R) => string;
  /** Returns whether the member is using the row with this ID. */
  readonly isInUse: (id: string) => boolean;
  /** Identifies the list. When it changes, no row of the previous list is kept. */
  readonly listId?: string | undefined;
}

/**
 * Returns the rows to show: the listed rows, and the rows in use that a refresh has removed from the list.
 *
 * A row that is no longer in use disappears at the next refresh. Returns the same array while its rows stay the same. See
 * docs/adr/0056-unsent-input.md.
 *
 * @param listedRows - newest first, so that a row which newer rows have pushed out of the list is the last one
 */
export function useKeptRows<R>(listedRows: readonly R[], { idOf, isInUse, listId }: KeptRowsOptions<R>) {
  const previous = useRef<{ readonly listId: string | undefined; readonly rows: readonly R[] }>({ listId, rows: [] });
  const [releasedIds, setReleasedIds] = useState<ReadonlySet<string>>(new Set());

  const previousRows = previous.current.listId === listId ? previous.current.rows : [];
  const mergedRows = insertKeptRows(listedRows, previousRows, idOf, (id) => !releasedIds.has(id) && isInUse(id));
  const hasSameRows =
    mergedRows.length === previousRows.length && mergedRows.every((row, index) => row === previousRows[index]);
  const rows = hasSameRows ? previousRows : mergedRows;

  useEffect(() => {
    previous.current = { listId, rows };
  });

  return {
    rows,
    /** Stops keeping a row whose item is deleted or gone, even if the row is in use. */
    release: useCallback((id: string) => setReleasedIds((ids) => new Set([...ids, id])), []),
  };
}

/**
 * Returns the listed rows, and the previous rows to keep.
 *
 * A kept row stays before the row that follows it, because the browser closes a dialog that moves in the document.
 */
function insertKeptRows<R>(
  listedRows: readonly R[],
  previousRows: readonly R[],
  idOf: (row: R) => string,
  isKept: (id: string) => boolean,
): readonly R[] {
  const listedIds = new Set(listedRows.map(idOf));
  // Kept rows by the ID of the listed row that follows, or by undefined at the end of the list.
  const keptRows = new Map<string | undefined, R[]>();
  let nextId: string | undefined;

  for (const row of previousRows.toReversed()) {
    const id = idOf(row);
    if (listedIds.has(id)) nextId = id;
    else if (isKept(id)) keptRows.set(nextId, [row, ...(keptRows.get(nextId) ?? [])]);
  }
  if (keptRows.size === 0) return listedRows;

  const rows = listedRows.flatMap((row) => [...(keptRows.get(idOf(row)) ?? []), row]);
  return [...rows, ...(keptRows.get(undefined) ?? [])];
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
