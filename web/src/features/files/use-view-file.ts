import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../platform/api/api.ts';
import { updateListedFile } from './file-cache.ts';

/**
 * Returns a function that opens a file by its key and returns a download URL, valid for 15 minutes.
 *
 * The server counts a view; every cached list shows the new count.
 */
export function useViewFile(viewerId: string | undefined): (key: string) => Promise<string> {
  const client = useQueryClient();
  return useCallback((key) => viewFile(client, viewerId, key), [client, viewerId]);
}

/** Requests a download URL, and updates the cached count of views. */
async function viewFile(client: QueryClient, userId: string | undefined, key: string): Promise<string> {
  const { url, views } = await api.files.view({ userId, fileId: key });
  updateListedFile(client, key, (file) => ({ ...file, views }));

  return url;
}
