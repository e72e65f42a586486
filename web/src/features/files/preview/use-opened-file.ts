import { useCallback, useEffect, useRef, useState } from 'react';
import { DOWNLOAD_URL_SECONDS } from '../../../../../shared/rules/limits.ts';
import { useViewFile } from '../use-view-file.ts';
import type { PlaybackPosition } from './player/use-media.ts';

/** The file that is open, and its download URL once it is known. */
export interface OpenedFile {
  readonly key: string;
  readonly url?: string;
  /** When the URL arrived, in milliseconds since 1970. */
  readonly openedAt?: number;
  readonly problem?: string;
  /** Counts attempts to show the file. A new attempt remounts the preview. */
  readonly attempt: number;
  /** Where playback failed. The next attempt resumes there. */
  readonly startAt?: PlaybackPosition | undefined;
}

/** Whether the download URL has expired. Watching a video can take longer than a URL is valid. */
export function isExpired({ openedAt = Number.POSITIVE_INFINITY }: Pick<OpenedFile, 'openedAt'>): boolean {
  return Date.now() - openedAt > DOWNLOAD_URL_SECONDS * 1000;
}

/**
 * Opens files one after another, and holds the open one.
 *
 * Opening counts one view. A retry reuses the URL until it expires, so it counts no further view. A response that arrives
 * after another file was opened is dropped.
 */
export function useOpenedFile(viewerId: string | undefined, initialKey: string) {
  const viewFile = useViewFile(viewerId);
  const [opened, setOpened] = useState<OpenedFile>({ key: initialKey, attempt: 0 });
  const latest = useRef<OpenedFile>(undefined);

  const update = useCallback((next: OpenedFile) => {
    latest.current = next;
    setOpened(next);
  }, []);

  const open = useCallback(
    async (key: string, attempt = 0, startAt?: PlaybackPosition) => {
      const opening = { key, attempt, startAt };
      update(opening);
      try {
        const url = await viewFile(key);
        if (latest.current === opening) update({ ...opening, url, openedAt: Date.now() });
      } catch (error) {
        const problem = error instanceof Error ? error.message : '';
        if (latest.current === opening) update({ ...opening, problem });
      }
    },
    [viewFile, update],
  );

  useEffect(() => {
    // React runs effects twice in development; open the file only once.
    if (!latest.current) void open(initialKey);
  }, [initialKey, open]);

  const retry = useCallback(() => {
    const current: OpenedFile = latest.current ?? { key: initialKey, attempt: 0 };
    const attempt = current.attempt + 1;
    if (current.url && !isExpired(current)) update({ ...current, attempt });
    else void open(current.key, attempt, current.startAt);
  }, [initialKey, open, update]);

  /** Replaces an expired URL. The preview stays mounted, because removing a video would end full screen. */
  const refresh = useCallback(async () => {
    const current = latest.current;
    if (!current) return;

    const { key, startAt } = current;
    try {
      const url = await viewFile(key);
      if (latest.current === current) update({ ...current, url, openedAt: Date.now() });
    } catch (error) {
      const problem = error instanceof Error ? error.message : '';
      if (latest.current === current) update({ key, startAt, problem, attempt: current.attempt + 1 });
    }
  }, [update, viewFile]);

  const savePosition = useCallback(
    (position: PlaybackPosition) => {
      if (latest.current) update({ ...latest.current, startAt: position });
    },
    [update],
  );

  return { opened, open, retry, refresh, savePosition };
}

export type OpenedFileControls = ReturnType<typeof useOpenedFile>;
