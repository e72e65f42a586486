import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type FileRow, isLoaded, type LoadedFile, rowId } from '../file-row.ts';
import { EMPTY_SELECTION, extendTo, keepListed, toggleKey } from './selection.ts';

/** The part of the selection that a card uses. */
export interface CardSelection {
  /** Whether the member is selecting: checkboxes are shown, and a click on a card selects its file. */
  readonly isSelecting: boolean;
  /** The keys of the selected files, which are their IDs. */
  readonly keys: ReadonlySet<string>;
  /** Selects or deselects a file; with `isRange`, all files from the anchor to this file. Always the same function. */
  readonly onSelect: (id: string, isRange: boolean) => void;
}

/** The selection of a list's files, and the functions that change it. */
export interface FileSelection extends CardSelection {
  /** The selected files that are loaded, in the order of the list. */
  readonly files: readonly LoadedFile[];
  /** The IDs of selected rows that aren't loaded yet. */
  readonly missingIds: readonly string[];
  readonly start: () => void;
  readonly stop: () => void;
  readonly selectAll: () => void;
  readonly select: (files: readonly LoadedFile[]) => void;
}

/**
 * Returns the selection of the files of a list. A selected file that leaves the list is no longer selected.
 *
 * While selecting, Ctrl-A or Cmd-A selects all files of the list, and Escape ends the selection.
 */
export function useSelection(listedRows: readonly FileRow[]): FileSelection {
  const [isSelecting, setIsSelecting] = useState(false);
  const [storedSelection, setStoredSelection] = useState(EMPTY_SELECTION);
  const order = useMemo(() => listedRows.map(rowId), [listedRows]);
  const latestOrder = useRef(order);

  useLayoutEffect(() => {
    latestOrder.current = order;
  });

  const { keys } = useMemo(() => keepListed(storedSelection, order), [storedSelection, order]);
  const rows = useMemo(() => listedRows.filter((row) => keys.has(rowId(row))), [listedRows, keys]);
  const files = useMemo(() => rows.filter(isLoaded), [rows]);
  const missingIds = useMemo(() => rows.filter((row) => !isLoaded(row)).map(rowId), [rows]);

  const onSelect = useCallback((key: string, isRange: boolean) => {
    setIsSelecting(true);
    setStoredSelection((previous) =>
      isRange ? extendTo(previous, key, latestOrder.current) : toggleKey(previous, key),
    );
  }, []);

  const selectAll = useCallback(
    () => setStoredSelection({ keys: new Set(latestOrder.current), anchor: undefined }),
    [],
  );

  const select = useCallback(
    (chosenFiles: readonly LoadedFile[]) =>
      setStoredSelection({ keys: new Set(chosenFiles.map(rowId)), anchor: chosenFiles[0] && rowId(chosenFiles[0]) }),
    [],
  );

  const stop = useCallback(() => {
    setIsSelecting(false);
    setStoredSelection(EMPTY_SELECTION);
  }, []);

  useSelectionKeys(isSelecting, selectAll, stop);

  // Returns the same object while nothing changes, so that the list doesn't render.
  return useMemo(
    () => ({
      isSelecting,
      keys,
      files,
      missingIds,
      onSelect,
      start: () => setIsSelecting(true),
      stop,
      selectAll,
      select,
    }),
    [isSelecting, keys, files, missingIds, onSelect, stop, selectAll, select],
  );
}

/** Handles Ctrl-A, Cmd-A, and Escape, except in dialogs, popovers, and text fields. */
function useSelectionKeys(isActive: boolean, selectAll: () => void, stop: () => void): void {
  useEffect(() => {
    if (!isActive) return;

    function onKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : undefined;
      const isHandledElsewhere = target?.closest('dialog, [popover], input:not([type=checkbox]), textarea, select');
      if (event.defaultPrevented || isHandledElsewhere) return;

      if (event.key === 'Escape') stop();
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        selectAll();
      }
    }

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive, selectAll, stop]);
}
