import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { FILES_PAGE_SIZE } from '../../../../../shared/rules/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { updateListedFile } from '../file-cache.ts';
import { isUnfinished, withProcessed } from './unfinished-files.ts';

/** The first wait, in milliseconds. Each further wait is twice as long. */
const FIRST_WAIT_MS = 1000;
/** Maximum number of requests. The last one is sent after about four minutes. The list is also refetched regularly. */
const MAX_REQUESTS = 8;
/** Maximum number of files per request: 100 files of a full upload queue, and 100 files of other members. */
const MAX_REQUESTED_FILES = 200;

/**
 * Updates the files of a list that the server is still processing.
 *
 * Requests the newest files after 1, 2, 4, … seconds.
 */
export function useRefreshUnfinished(files: readonly ListedFile[], viewerId: string | undefined): void {
  const client = useQueryClient();
  const unfinishedFiles = files.filter((file) => isUnfinished(file, viewerId, Date.now()));
  // A joined text, because a new array in each render would restart the effect each time.
  const joinedKeys = unfinishedFiles.map(({ key }) => key).join('\n');
  // A ref, so that a changed limit doesn't restart the waits.
  const latestLimit = useRef(FILES_PAGE_SIZE);

  useEffect(() => {
    latestLimit.current = computeLimit(files, unfinishedFiles);
  });

  useEffect(() => {
    if (joinedKeys === '') return;

    const requestedKeys = new Set(joinedKeys.split('\n'));
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;

    // `requestNumber` counts from 1.
    async function request(requestNumber: number) {
      // A failed request changes nothing. The next request may succeed.
      const response = await api.files.list({ userId: viewerId, limit: latestLimit.current }).catch(() => undefined);
      if (isStopped) return;

      const refreshedFiles = (response?.files ?? []).filter(({ key }) => requestedKeys.has(key));
      for (const refreshedFile of refreshedFiles) {
        // A list that was requested later may already have the processed file.
        updateListedFile(client, refreshedFile.key, (listedFile) =>
          isUnfinished(listedFile, viewerId, Date.now()) ? withProcessed(listedFile, refreshedFile) : listedFile,
        );
      }

      if (requestNumber < MAX_REQUESTS) schedule(requestNumber);
    }

    function schedule(sentCount: number) {
      timer = setTimeout(() => void request(sentCount + 1), FIRST_WAIT_MS * 2 ** sentCount);
    }

    schedule(0);

    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [client, joinedKeys, viewerId]);
}

/** Returns how many of the newest files to request, so that the oldest unfinished file is among them. */
function computeLimit(files: readonly ListedFile[], unfinishedFiles: readonly ListedFile[]): number {
  const oldestTime = Math.min(...unfinishedFiles.map(timeOf));
  const newerCount = files.filter((file) => timeOf(file) >= oldestTime).length;

  return Math.min(MAX_REQUESTED_FILES, Math.max(FILES_PAGE_SIZE, newerCount));
}

const timeOf = ({ lastModified }: ListedFile) => Date.parse(lastModified);
