import { useCallback, useEffect, useRef, useState } from 'react';
import { useViewFile } from '../view-file.ts';

/** One opening of a file: its address, once the server has given it. */
export interface OpenedFile {
  readonly key: string;
  readonly url?: string;
  readonly problem?: string;
  /** Counts attempts to show it, so that another one begins anew. */
  readonly attempt: number;
}

/**
 * Opens one file after the other. Each opening counts one view, however often showing it is tried; an answer that comes
 * after the next file was opened is dropped.
 */
export function useOpenedFile(viewerId: string | undefined, first: string) {
  const viewFile = useViewFile(viewerId);
  const [opened, setOpened] = useState<OpenedFile>({ key: first, attempt: 0 });
  const latest = useRef<OpenedFile>(undefined);

  const become = useCallback((next: OpenedFile) => {
    latest.current = next;
    setOpened(next);
  }, []);

  const open = useCallback(
    async (key: string, attempt = 0) => {
      const opening = { key, attempt };
      become(opening);
      try {
        const url = await viewFile(key);
        if (latest.current === opening) become({ ...opening, url });
      } catch (error) {
        const problem = error instanceof Error ? error.message : '';
        if (latest.current === opening) become({ ...opening, problem });
      }
    },
    [viewFile, become],
  );

  useEffect(() => {
    // Effects may run twice while developing; opening must not.
    if (!latest.current) void open(first);
  }, [first, open]);

  const retry = useCallback(() => {
    const { key, url, attempt } = latest.current ?? { key: first, attempt: 0 };
    if (url) become({ key, url, attempt: attempt + 1 });
    else void open(key, attempt + 1);
  }, [first, open, become]);

  return { opened, open, retry };
}
