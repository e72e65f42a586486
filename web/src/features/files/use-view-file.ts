import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../platform/api/api.ts';
import { updateListedFile } from './file-cache.ts';

/**
 * Returns a function that requests a download URL of a file, valid for 15 minutes.
 *
 * The server counts the request as a view. Every cached list shows the new count.
 */
export function useViewFile(viewerId: string | undefined): (fileId: string) => Promise<string> {
  const client = useQueryClient();
  return useCallback((fileId) => viewFile(client, viewerId, fileId), [client, viewerId]);
}

/** Requests a download URL, and updates the cached count of views. */
async function viewFile(client: QueryClient, viewerId: string | undefined, fileId: string): Promise<string> {
  const { url, views } = await api.files.view({ userId: viewerId, fileId });
  updateListedFile(client, fileId, (file) => ({ ...file, views }));

  return url;
}
