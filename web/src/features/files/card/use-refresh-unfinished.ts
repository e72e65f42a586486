import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { api } from '../../../platform/api/api.ts';
import { updateListedFile } from '../file-cache.ts';
import { isUnfinished, withProcessed } from './unfinished-files.ts';

/** The first wait, in milliseconds. Each further one is twice as long. */
const FIRST_WAIT_MS = 1000;
/** After four minutes, the list's own refreshes must do. */
const MAX_REQUESTS = 8;

/**
 * Requests the newest files after 1, 2, 4, … seconds while the server is still working on a file of the list, and shows
 * what has changed.
 */
export function useRefreshUnfinished(files: readonly ListedFile[], viewerId: string | undefined): void {
  const client = useQueryClient();
  const keys = files.filter((file) => isUnfinished(file, viewerId, Date.now())).map(({ key }) => key);
  const joinedKeys = keys.join('\n');

  useEffect(() => {
    if (joinedKeys === '') return;
    const requestedKeys = new Set(joinedKeys.split('\n'));
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;

    async function request(count: number) {
      // A failed request is one that found nothing new.
      const response = await api.files.list({ userId: viewerId }).catch(() => undefined);
      if (isStopped) return;
      for (const refreshedFile of response?.files ?? []) {
        if (requestedKeys.has(refreshedFile.key))
          updateListedFile(client, refreshedFile.key, (listedFile) => withProcessed(listedFile, refreshedFile));
      }
      if (count < MAX_REQUESTS) schedule(count);
    }
    function schedule(count: number) {
      timer = setTimeout(() => void request(count + 1), FIRST_WAIT_MS * 2 ** count);
    }

    schedule(0);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [client, joinedKeys, viewerId]);
}
