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
  const joined = keys.join('\n');

  useEffect(() => {
    if (joined === '') return;
    const wanted = new Set(joined.split('\n'));
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;

    async function request(count: number) {
      // A failed request is one that found nothing new.
      const response = await api.files.list({ userId: viewerId }).catch(() => undefined);
      if (stopped) return;
      for (const fresh of response?.files ?? []) {
        if (wanted.has(fresh.key)) updateListedFile(client, fresh.key, (listed) => withProcessed(listed, fresh));
      }
      if (count < MAX_REQUESTS) schedule(count);
    }
    function schedule(count: number) {
      timer = setTimeout(() => void request(count + 1), FIRST_WAIT_MS * 2 ** count);
    }

    schedule(0);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [client, joined, viewerId]);
}
