import { useEffect } from 'react';
import { isRowInUse, useKeptRows } from '../../design/use-kept-rows.ts';
import { onProductEvent } from '../../platform/product-events.ts';
import { type FileRow, rowId } from './file-row.ts';

interface KeptFilesOptions {
  /** Identifies the list. When it changes, no file of the previous list is kept. */
  readonly listId?: string;
  /** Returns whether the file with this ID must be kept because it is selected. Default: no file is selected. */
  readonly isSelected?: (id: string) => boolean;
}

/**
 * Returns the files to show: the listed files, and the files in use that newer files have pushed out of the list.
 *
 * A file is in use while it is selected, or while its card has the focus or an open dialog.
 */
export function useKeptFiles<R extends FileRow>(listedFiles: readonly R[], options: KeptFilesOptions = {}) {
  const { listId, isSelected = () => false } = options;
  const { rows: files, release } = useKeptRows(listedFiles, {
    idOf: rowId,
    isInUse: (id) => isSelected(id) || isRowInUse('.file-card', 'data-row-id', id),
    listId,
  });

  // Another tab can delete a file, too.
  useEffect(() => onProductEvent('fileDeleted', ({ fileId }) => release(fileId)), [release]);

  return { files, release };
}
