import { use, useEffect, useState } from 'react';
import { LoadRowsContext } from '../explorer/outline/load-rows.ts';
import { isPreviewable } from '../file-kind.ts';
import { type FileRow, isLoaded, type LoadedFile, rowId } from '../file-row.ts';

/** How many rows before and after the open file are loaded in advance. */
const STEPS_AHEAD = 10;

/** The rows to step through, and the open one. */
interface PreviewRows {
  /** The number of rows. */
  readonly total: number;
  /** The index of the open file. */
  readonly index: number;
  /** The open file. Undefined if it is in no list. */
  readonly file: LoadedFile | undefined;
  /** The file before the open one. Undefined if there is none, or if its row isn't loaded. */
  readonly previous: LoadedFile | undefined;
  /** The file after the open one. Undefined if there is none, or if its row isn't loaded. */
  readonly next: LoadedFile | undefined;
}

/**
 * Returns the open file of a list and its neighbours, without files that can't be previewed.
 *
 * Loads the rows near the open file in advance, so that the next file is nearly always loaded.
 *
 * @param openKey - the key of the open file
 */
export function usePreviewRows(listedRows: readonly FileRow[], openKey: string): PreviewRows {
  const { rows, index } = useRowsWithOpened(listedRows.filter(canPreview), openKey);
  useLoadAround(rows, index);

  return {
    total: rows.length,
    index,
    file: asLoaded(rows[index]),
    previous: asLoaded(rows[index - 1]),
    next: asLoaded(rows[index + 1]),
  };
}

/** Returns whether a file can be previewed now. */
function canPreview(row: FileRow): boolean {
  return isPreviewable(row.contentType) && !(isLoaded(row) && row.scanning);
}

/**
 * Returns the rows to step through, and the index of the open one.
 *
 * If newer files push the open file out of the list, its row is added at the end.
 */
function useRowsWithOpened(listedRows: readonly FileRow[], key: string) {
  const index = listedRows.findIndex((row) => isLoaded(row) && row.key === key);
  const listedRow = listedRows[index];
  // The row of the last open file that was in the list. Set while rendering: React then renders again before it updates
  // the screen.
  const [savedRow, setSavedRow] = useState<FileRow>();
  if (listedRow && listedRow !== savedRow) setSavedRow(listedRow);

  const isSavedRowOpen = (savedRow as LoadedFile | undefined)?.key === key;
  if (listedRow || !savedRow || !isSavedRowOpen) return { rows: listedRows, index };

  return { rows: [...listedRows, savedRow], index: listedRows.length };
}

/** Loads the rows near the open file. */
function useLoadAround(rows: readonly FileRow[], index: number): void {
  const loadRows = use(LoadRowsContext);
  const ids = rows.slice(Math.max(0, index - STEPS_AHEAD), index + STEPS_AHEAD + 1).map(rowId);
  // A joined text, because a new array in each render would run the effect each time.
  const joinedIds = ids.join(' ');

  useEffect(() => loadRows('preview', joinedIds.split(' ')), [loadRows, joinedIds]);
  useEffect(() => () => loadRows('preview', []), [loadRows]);
}

/** Returns the row if it is loaded. */
function asLoaded(row: FileRow | undefined) {
  return row && isLoaded(row) ? row : undefined;
}
