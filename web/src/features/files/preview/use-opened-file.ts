import { useCallback, useEffect, useRef, useState } from 'react';
import { DOWNLOAD_URL_SECONDS } from '../../../../../shared/depth/limits.ts';
import { useViewFile } from '../view-file.ts';
import type { MediaPlace } from './player/use-media.ts';

/** One opening of a file: its address, once the server has given it. */
interface OpenedFile {
  readonly key: string;
  readonly url?: string;
  /** When the address was given, in milliseconds since 1970. */
  readonly openedAt?: number;
  readonly problem?: string;
  /** Counts attempts to show it, so that another one begins anew. */
  readonly attempt: number;
  /** Where a film or a recording has broken off: the next attempt goes on there. */
  readonly from?: MediaPlace | undefined;
}

/** Whether the address serves nothing any more: it is good for a while, and a film may be looked at for longer. */
export function isExpired({ openedAt = Number.POSITIVE_INFINITY }: Pick<OpenedFile, 'openedAt'>): boolean {
  return Date.now() - openedAt > DOWNLOAD_URL_SECONDS * 1000;
}

/**
 * Opens one file after the other. Each opening counts one view, however often showing it is tried while
 * its address is good; an answer that comes
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
    async (key: string, attempt = 0, from?: MediaPlace) => {
      const opening = { key, attempt, from };
      become(opening);
      try {
        const url = await viewFile(key);
        if (latest.current === opening) become({ ...opening, url, openedAt: Date.now() });
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
    const before: OpenedFile = latest.current ?? { key: first, attempt: 0 };
    const attempt = before.attempt + 1;
    if (before.url && !isExpired(before)) become({ ...before, attempt });
    else void open(before.key, attempt, before.from);
  }, [first, open, become]);

  const breakOff = useCallback(
    (from: MediaPlace) => {
      if (latest.current) become({ ...latest.current, from });
    },
    [become],
  );

  return { opened, open, retry, breakOff };
}
