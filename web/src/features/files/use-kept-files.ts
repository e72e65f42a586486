import { useEffect } from 'react';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { isRowInUse, useKeptRows } from '../../design/use-kept-rows.ts';
import { onProductEvent } from '../../platform/product-events.ts';
import { rowId } from './file-row.ts';

/**
 * Returns the files to show: the listed files, and the files in use that newer files have pushed out of the list.
 *
 * A file is in use while its card has the focus or an open dialog.
 */
export function useKeptFiles(listedFiles: readonly ListedFile[]) {
  const { rows: files, release } = useKeptRows(listedFiles, {
    idOf: rowId,
    isInUse: (id) => isRowInUse('.file-card', 'data-row-id', id),
  });

  // Another tab can delete a file, too.
  useEffect(() => onProductEvent('fileDeleted', ({ fileId }) => release(fileId)), [release]);

  return { files, release };
}
