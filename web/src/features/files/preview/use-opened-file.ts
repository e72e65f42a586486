import { useCallback, useEffect, useRef, useState } from 'react';
import { DOWNLOAD_URL_SECONDS } from '../../../../../shared/rules/limits.ts';
import { useViewFile } from '../use-view-file.ts';
import type { PlaybackPosition } from './player/use-media-state.ts';

/** The file that is open, and its download URL once it is known. */
export interface OpenedFile {
  readonly key: string;
  readonly url?: string;
  /** When the URL arrived, in milliseconds since 1970. */
  readonly openedAt?: number;
  /** Why no URL could be requested. */
  readonly problem?: string;
  /** Counts attempts to show the file. A new attempt remounts the preview. */
  readonly attempt: number;
  /** Where playback failed. The next attempt resumes there. */
  readonly startAt?: PlaybackPosition | undefined;
}

/**
 * Returns whether the download URL has expired; false before the URL has arrived. Watching a video can take longer than
 * a URL is valid.
 */
export function isExpired({ openedAt = Number.POSITIVE_INFINITY }: Pick<OpenedFile, 'openedAt'>): boolean {
  return Date.now() - openedAt > DOWNLOAD_URL_SECONDS * 1000;
}

/**
 * Opens files one after another, and holds the open one.
 *
 * Opening counts one view. A retry reuses the URL until it expires, so it counts no further view. A response that
 * arrives after another file was opened is dropped.
 */
export function useOpenedFile(viewerId: string | undefined, initialKey: string) {
  const viewFile = useViewFile(viewerId);
  const [openedFile, setOpenedFile] = useState<OpenedFile>({ key: initialKey, attempt: 0 });
  const latestFile = useRef<OpenedFile>(undefined);

  const update = useCallback((newFile: OpenedFile) => {
    latestFile.current = newFile;
    setOpenedFile(newFile);
  }, []);

  /** Requests the URL of the open file. `failedFile` replaces the file if that fails. */
  const requestUrl = useCallback(
    async (file: OpenedFile, failedFile: OpenedFile) => {
      const updateIfOpen = (newFile: OpenedFile) => {
        if (latestFile.current === file) update(newFile);
      };

      try {
        const url = await viewFile(file.key);
        updateIfOpen({ ...file, url, openedAt: Date.now() });
      } catch (error) {
        updateIfOpen({ ...failedFile, problem: error instanceof Error ? error.message : '' });
      }
    },
    [viewFile, update],
  );

  const open = useCallback(
    async (key: string, attempt = 0, startAt?: PlaybackPosition) => {
      const openingFile = { key, attempt, startAt };
      update(openingFile);
      await requestUrl(openingFile, openingFile);
    },
    [requestUrl, update],
  );

  useEffect(() => {
    // In development, React runs effects twice. The file must be opened only once, because each time counts a view.
    if (!latestFile.current) void open(initialKey);
  }, [initialKey, open]);

  const retry = useCallback(() => {
    const currentFile: OpenedFile = latestFile.current ?? { key: initialKey, attempt: 0 };
    const attempt = currentFile.attempt + 1;

    if (currentFile.url && !isExpired(currentFile)) update({ ...currentFile, attempt });
    else void open(currentFile.key, attempt, currentFile.startAt);
  }, [initialKey, open, update]);

  /** Replaces an expired URL. The preview stays mounted, because removing a video would end full screen. */
  const refresh = useCallback(async () => {
    const currentFile = latestFile.current;
    if (!currentFile) return;

    const { key, startAt, attempt } = currentFile;
    await requestUrl(currentFile, { key, startAt, attempt: attempt + 1 });
  }, [requestUrl]);

  const savePosition = useCallback(
    (position: PlaybackPosition) => {
      if (latestFile.current) update({ ...latestFile.current, startAt: position });
    },
    [update],
  );

  return { openedFile, open, retry, refresh, savePosition };
}

/** The open file, and the functions that control it. */
export type OpenedFileControls = ReturnType<typeof useOpenedFile>;
