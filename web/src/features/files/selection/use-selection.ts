import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SelectFile } from '../card/select-box.tsx';
import { type FileRow, isLoaded, type LoadedFile, rowId } from '../file-row.ts';
import { EMPTY_SELECTION, extendTo, keepListed, toggleFile } from './selection.ts';

/** The part of the selection that a card uses. */
export interface CardSelection {
  /** Whether the member is selecting: checkboxes are shown, and a click on a card selects its file. */
  readonly isSelecting: boolean;
  /** The IDs of the selected files. */
  readonly ids: ReadonlySet<string>;
  /** Always the same function. */
  readonly onSelect: SelectFile;
}

/** The selection of a list's files, and the functions that change it. */
export interface FileSelection extends CardSelection {
  /** The selected files that are loaded, in the order of the list. */
  readonly files: readonly LoadedFile[];
  /** The IDs of selected rows that aren't loaded yet. */
  readonly missingIds: readonly string[];
  /** Shows the checkboxes. */
  readonly start: () => void;
  /** Hides the checkboxes, deselects all files, and calls `onStopped`. `holdStop` can hold this back. */
  readonly stop: (onStopped?: () => void) => void;
  /**
   * Starts holding back calls of `stop`. Returns a function that ends holding.
   *
   * @param onAttempt - receives a function that repeats the call, which is then no longer held back
   */
  readonly holdStop: (onAttempt: (repeat: () => void) => void) => () => void;
  readonly selectAll: () => void;
  /** Selects only these files. */
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
  const listedIds = useMemo(() => listedRows.map(rowId), [listedRows]);
  const latestListedIds = useRef(listedIds);
  const stopHolder = useRef<(repeat: () => void) => void>(undefined);

  useLayoutEffect(() => {
    latestListedIds.current = listedIds;
  });

  const { ids } = useMemo(() => keepListed(storedSelection, listedIds), [storedSelection, listedIds]);
  const rows = useMemo(() => listedRows.filter((row) => ids.has(rowId(row))), [listedRows, ids]);
  const files = useMemo(() => rows.filter(isLoaded), [rows]);
  const missingIds = useMemo(() => rows.filter((row) => !isLoaded(row)).map(rowId), [rows]);

  const onSelect = useCallback<SelectFile>((id, { isRange }) => {
    setIsSelecting(true);
    setStoredSelection((previous) =>
      isRange ? extendTo(previous, id, latestListedIds.current) : toggleFile(previous, id),
    );
  }, []);

  const selectAll = useCallback(
    () => setStoredSelection({ ids: new Set(latestListedIds.current), anchor: undefined }),
    [],
  );

  const select = useCallback(
    (chosenFiles: readonly LoadedFile[]) =>
      setStoredSelection({ ids: new Set(chosenFiles.map(rowId)), anchor: chosenFiles[0] && rowId(chosenFiles[0]) }),
    [],
  );

  const stop = useCallback((onStopped?: () => void) => {
    function stopNow() {
      setIsSelecting(false);
      setStoredSelection(EMPTY_SELECTION);
      onStopped?.();
    }

    if (stopHolder.current) stopHolder.current(stopNow);
    else stopNow();
  }, []);

  const holdStop = useCallback<FileSelection['holdStop']>((onAttempt) => {
    stopHolder.current = onAttempt;
    return () => {
      stopHolder.current = undefined;
    };
  }, []);

  useSelectionKeys(isSelecting, selectAll, stop);

  // Returns the same object while nothing changes, so that the list doesn't render.
  return useMemo(
    () => ({
      isSelecting,
      ids,
      files,
      missingIds,
      onSelect,
      start: () => setIsSelecting(true),
      stop,
      holdStop,
      selectAll,
      select,
    }),
    [isSelecting, ids, files, missingIds, onSelect, stop, holdStop, selectAll, select],
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

      if (event.key === 'Escape') {
        // Otherwise, the same key press would close the dialog that asks before a download is stopped.
        event.preventDefault();
        stop();
      } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        selectAll();
      }
    }

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive, selectAll, stop]);
}
