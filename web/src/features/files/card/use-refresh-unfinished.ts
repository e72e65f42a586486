import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { FILES_PAGE_SIZE } from '../../../../../shared/rules/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { updateListedFile } from '../file-cache.ts';
import { isUnfinished, withProcessed } from './unfinished-files.ts';

/** The first wait, in milliseconds. Each further one is twice as long. */
const FIRST_WAIT_MS = 1000;
/** After four minutes, the list's own refreshes must do. */
const MAX_REQUESTS = 8;
/** Most files of a request: those of a full queue, and as many of other members between them. */
const MAX_REQUESTED_FILES = 200;

/**
 * Requests the newest files after 1, 2, 4, … seconds while the server is still working on a file of the list, and shows
 * what has changed.
 */
export function useRefreshUnfinished(files: readonly ListedFile[], viewerId: string | undefined): void {
  const client = useQueryClient();
  const unfinishedFiles = files.filter((file) => isUnfinished(file, viewerId, Date.now()));
  const joinedKeys = unfinishedFiles.map(({ key }) => key).join('\n');
  const latestLimit = useRef(FILES_PAGE_SIZE);

  useEffect(() => {
    latestLimit.current = requestLimit(files, unfinishedFiles);
  });

  useEffect(() => {
    if (joinedKeys === '') return;
    const requestedKeys = new Set(joinedKeys.split('\n'));
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;

    async function request(count: number) {
      // A failed request is one that found nothing new.
      const response = await api.files.list({ userId: viewerId, limit: latestLimit.current }).catch(() => undefined);
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

/** Returns how many of the newest files to request, so that the oldest unfinished one is among them. */
function requestLimit(files: readonly ListedFile[], unfinishedFiles: readonly ListedFile[]): number {
  const oldestTime = Math.min(...unfinishedFiles.map(timeOf));
  const newerCount = files.filter((file) => timeOf(file) >= oldestTime).length;
  return Math.min(MAX_REQUESTED_FILES, Math.max(FILES_PAGE_SIZE, newerCount));
}

const timeOf = ({ lastModified }: ListedFile) => Date.parse(lastModified);
