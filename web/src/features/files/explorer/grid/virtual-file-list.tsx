import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  memo,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FILES_PAGE_SIZE } from '../../../../../../shared/rules/limits.ts';
import { type CardActions, FileCard } from '../../card/file-card.tsx';
import { PlaceholderStyle, placeholderColourStyle } from '../../card/file-thumbnail.tsx';
import { type FileRow, rowId } from '../../file-row.ts';
import type { CardSelection } from '../../selection/use-selection.ts';
import { LoadRowsContext } from '../outline/load-rows.ts';
import type { FileView } from '../view/file-view.ts';
import './virtual-file-list.css';
import { blurredPlaceholder } from './blurred-placeholder.ts';
import { selectBlocks, selectRenderedRows } from './rendered-rows.ts';
import { useGridSize } from './use-grid-size.ts';

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

interface VirtualFileListProps extends CardActions {
  readonly files: readonly FileRow[];
  readonly view: FileView;
  readonly selection: CardSelection;
}

/**
 * Lists files in one column or as a gallery. A row is a line of cards: one in the list view, several in the gallery.
 *
 * Renders only the cards in view of a long list, so that 1,000 files scroll smoothly. Memoized, because typing in the
 * search field often leaves the files unchanged. Each card has its position and the size of the list for screen
 * readers.
 */
export const VirtualFileList = memo(function VirtualFileList(props: VirtualFileListProps) {
  const { files, view, selection, ...actions } = props;
  const list = useRef<HTMLUListElement>(null);
  const focusedId = useRef<string>(undefined);
  const { columns, width, top } = useGridSize(list, view, files.length);
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

  const items = virtualizer.getVirtualItems();
  const rowStarts = items.map(({ index }) => index * columns);
  // A joined text, because a new array in each render would run the effect each time.
  const joinedBlocks = selectBlocks(rowStarts, columns).join();
  const loadRows = use(LoadRowsContext);

  useEffect(() => {
    const blocks = joinedBlocks === '' ? [] : joinedBlocks.split(',').map(Number);
    const neededFiles = blocks.flatMap((start) => files.slice(start, start + FILES_PAGE_SIZE));
    loadRows('screen', neededFiles.map(rowId));
  }, [loadRows, files, joinedBlocks]);

  const style = { blockSize: virtualizer.getTotalSize(), '--columns': columns } as CSSProperties;

  return (
    <PlaceholderStyle value={view === 'list' ? placeholderColourStyle : blurredPlaceholder}>
      <ul ref={list} className={`file-list file-list--virtual file-list--${view}`} style={style} onFocus={saveFocus}>
        {items.flatMap(({ index: rowIndex, start }) =>
          files.slice(rowIndex * columns, (rowIndex + 1) * columns).map((file, column) => (
            <FileCard
              key={rowId(file)}
              row={file}
              {...actions}
              onSelect={selection.onSelect}
              isSelecting={selection.isSelecting}
              isSelected={selection.keys.has(rowId(file))}
              item={{
                // The cards of a row have the same height, so only the first one is measured.
                ref: column === 0 ? virtualizer.measureElement : undefined,
                'data-index': rowIndex,
                'aria-posinset': rowIndex * columns + column + 1,
                'aria-setsize': files.length,
                style: { insetBlockStart: start - top, '--column': column } as CSSProperties,
              }}
            />
          )),
        )}
      </ul>
    </PlaceholderStyle>
  );
});
