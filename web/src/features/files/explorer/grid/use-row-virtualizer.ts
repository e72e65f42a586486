import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type FileRow, rowId } from '../../file-row.ts';
import type { FileView } from '../view/file-view.ts';
import { selectRenderedRows } from './rendered-rows.ts';
import type { GridSize } from './use-grid-size.ts';

/** Maximum number of files whose cards are all rendered, so that find-in-page and printing include them. */
const MAX_ALL_RENDERED = 60;

/** Rows that are rendered before and after the rows in view. */
const OVERSCAN_ROWS = 4;

/** Space between two rows, in pixels. */
const GAP_PX = 8;

/** Height of a row in the list until it is measured, in pixels. */
const ROW_ESTIMATE_PX = 96;

/** Height of a gallery card below its picture until it is measured, in pixels. */
const CAPTION_ESTIMATE_PX = 176;

/**
 * The measured heights of the list that was on screen last.
 *
 * The Back button needs these heights. With estimated heights of the rows above, it would scroll to other files.
 */
let savedHeights: VirtualItem[] = [];

interface RowVirtualizer {
  readonly virtualizer: Virtualizer<Window, HTMLLIElement>;
  /** Saves which file has the focus. Its row stays rendered when it scrolls out of view. */
  readonly saveFocus: (event: FocusEvent) => void;
}

/**
 * Returns the virtualizer that selects the rows to render, and measures them.
 *
 * A row is a line of cards: one card in the list view, several in the gallery.
 */
export function useRowVirtualizer(
  files: readonly FileRow[],
  view: FileView,
  { columns, width, top }: GridSize,
): RowVirtualizer {
  const focusedId = useRef<string>(undefined);
  const [initialHeights] = useState(() => savedHeights);
  const rowCount = Math.ceil(files.length / columns);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rowCount,
    estimateSize: () => (view === 'list' ? ROW_ESTIMATE_PX : width / columns + CAPTION_ESTIMATE_PX),
    // Measured heights are stored by key. They depend on the view and the number of columns.
    getItemKey: useCallback(
      (row: number) => {
        const firstFile = files[row * columns];
        return `${view} ${columns} ${firstFile && rowId(firstFile)}`;
      },
      [files, view, columns],
    ),
    gap: GAP_PX,
    scrollMargin: top,
    overscan: OVERSCAN_ROWS,
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: initialHeights,
    rangeExtractor: (range) => {
      if (files.length <= MAX_ALL_RENDERED) return Array.from({ length: rowCount }, (_, row) => row);

      const focusedIndex = files.findIndex((file) => rowId(file) === focusedId.current);
      // Stays -1 if no file has the focus.
      return selectRenderedRows(range, Math.floor(focusedIndex / columns));
    },
  });

  useLayoutEffect(
    () => () => {
      savedHeights = virtualizer.takeSnapshot();
    },
    [virtualizer],
  );

  function saveFocus({ target }: FocusEvent) {
    focusedId.current = target.closest<HTMLElement>('[data-row-id]')?.dataset.rowId;
  }

  return { virtualizer, saveFocus };
}
