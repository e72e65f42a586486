import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../platform/api/api.ts';
import { changeListed } from './file-cache.ts';

/** Opens a file: the server counts a view, which is shown, and gives an address that is good for a while. */
export function useViewFile(viewerId: string | undefined): (key: string) => Promise<string> {
  const client = useQueryClient();
  return useCallback((key) => viewFile(client, viewerId, key), [client, viewerId]);
}

async function viewFile(client: QueryClient, userId: string | undefined, key: string): Promise<string> {
  const { url, views } = await api.files.view({ userId, fileId: key });
  changeListed(client, key, (file) => ({ ...file, views }));
  return url;
}
