import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onProductEvent } from '../../platform/product-events.ts';
import { removeListedFile } from './file-cache.ts';

/**
 * Removes files from every cached list when this tab or another one deletes them.
 *
 * Call it once for the visit, not on a screen: a file can be deleted while another screen is open, and the cached list
 * is shown on return.
 */
export function useRemoveDeletedFiles() {
  const client = useQueryClient();
  useEffect(() => onProductEvent('fileDeleted', ({ fileId }) => removeListedFile(client, fileId)), [client]);
}
