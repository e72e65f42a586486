import { type CSSProperties, memo, use, useEffect, useRef } from 'react';
import { FILES_PAGE_SIZE } from '../../../../../../shared/rules/limits.ts';
import { type CardActions, FileCard } from '../../card/file-card.tsx';
import { buildColourStyle, PlaceholderStyleContext } from '../../card/file-thumbnail.tsx';
import { type FileRow, rowId } from '../../file-row.ts';
import type { CardSelection } from '../../selection/use-selection.ts';
import { LoadRowsContext } from '../outline/load-rows.ts';
import type { FileView } from '../view/file-view.ts';
import './virtual-file-list.css';
import { buildBlurredPlaceholder } from './blurred-placeholder.ts';
import { selectBlocks } from './rendered-rows.ts';
import { useGridSize } from './use-grid-size.ts';
import { useRowVirtualizer } from './use-row-virtualizer.ts';

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
  const gridSize = useGridSize(list, view, files.length);
  const { columns, top } = gridSize;
  const { virtualizer, saveFocus } = useRowVirtualizer(files, view, gridSize);

  const items = virtualizer.getVirtualItems();
  const rowStarts = items.map(({ index }) => index * columns);
  useLoadRowsInView(files, rowStarts, columns);

  const style = { blockSize: virtualizer.getTotalSize(), '--columns': columns } as CSSProperties;

  return (
    <PlaceholderStyleContext value={view === 'list' ? buildColourStyle : buildBlurredPlaceholder}>
      <ul ref={list} className={`file-list file-list--virtual file-list--${view}`} style={style} onFocus={saveFocus}>
        {items.flatMap(({ index: rowIndex, start }) =>
          files.slice(rowIndex * columns, (rowIndex + 1) * columns).map((file, column) => (
            <FileCard
              key={rowId(file)}
              row={file}
              {...actions}
              onSelect={selection.onSelect}
              isSelecting={selection.isSelecting}
              isSelected={selection.ids.has(rowId(file))}
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
    </PlaceholderStyleContext>
  );
});

/**
 * Loads the files of the rendered rows, in blocks of a page.
 *
 * @param rowStarts - the index of the first file of each rendered row
 */
function useLoadRowsInView(files: readonly FileRow[], rowStarts: readonly number[], columns: number): void {
  const loadRows = use(LoadRowsContext);
  // A joined text, because a new array in each render would run the effect each time.
  const joinedBlocks = selectBlocks(rowStarts, columns).join();

  useEffect(() => {
    const blocks = joinedBlocks === '' ? [] : joinedBlocks.split(',').map(Number);
    const neededFiles = blocks.flatMap((start) => files.slice(start, start + FILES_PAGE_SIZE));
    loadRows('screen', neededFiles.map(rowId));
  }, [loadRows, files, joinedBlocks]);
}
