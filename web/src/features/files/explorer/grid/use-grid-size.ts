import { type RefObject, useLayoutEffect, useState } from 'react';
import type { FileView } from '../view/file-view.ts';

/** Minimum width of a gallery's column, in pixels. */
const MIN_COLUMN_PX = 200;

/** Minimum number of columns of a gallery. */
const MIN_COLUMNS = 2;

/** The position and width of a list on the page, in pixels. */
interface ListBox {
  readonly width: number;
  /** The distance from the top of the page. */
  readonly top: number;
}

/** The box of a list or gallery, and the number of its columns. */
export interface GridSize extends ListBox {
  readonly columns: number;
}

/**
 * The box of the list that was on screen last. It is the first guess for the next list, because the Back button scrolls
 * before that list is measured.
 */
let lastBox: ListBox = { width: 0, top: 0 };

/** Returns how many columns fit into a width in pixels. A list has one, a gallery at least two. */
export function countColumns(view: FileView, width: number): number {
  return view === 'list' ? 1 : Math.max(MIN_COLUMNS, Math.floor(width / MIN_COLUMN_PX));
}

/** Measures a list or gallery: its place on the page, and how many columns it has. */
export function useGridSize(list: RefObject<HTMLElement | null>, view: FileView, fileCount: number): GridSize {
  const [box, setBox] = useState(lastBox);

  // biome-ignore lint/correctness/useExhaustiveDependencies: view and fileCount can move the list.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;

    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const newBox = { width: Math.round(width), top: Math.round(top + scrollY) };
      // `lastBox` equals the state, because a page shows only one list.
      if (newBox.width === lastBox.width && newBox.top === lastBox.top) return;

      lastBox = newBox;
      setBox(newBox);
    };

    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);

    return () => observer.disconnect();
  }, [list, view, fileCount]);

  return { ...box, columns: countColumns(view, box.width) };
}
