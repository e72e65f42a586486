import { useCallback, useEffect, useRef, useState } from 'react';
import { DOWNLOAD_URL_SECONDS } from '../../../../../shared/rules/limits.ts';
import { useViewFile } from '../use-view-file.ts';
import type { PlaybackPosition } from './player/use-media-state.ts';

/** The open file: its download URL once it is known, and the state of its preview. */
export interface OpenedFile {
  readonly key: string;
  readonly url?: string;
  /** When the URL arrived, in milliseconds since 1970. */
  readonly openedAt?: number;
  /** Why no URL could be requested. */
  readonly problem?: string;
  /** Counts attempts to show the file. A new attempt remounts the preview, except a picture: see `PreviewStage`. */
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

  const replaceFile = useCallback((newFile: OpenedFile) => {
    latestFile.current = newFile;
    setOpenedFile(newFile);
  }, []);

  /** Requests the URL of the open file. `failedFile` replaces the file if that fails. */
  const requestUrl = useCallback(
    async (file: OpenedFile, failedFile: OpenedFile) => {
      const replaceIfOpen = (newFile: OpenedFile) => {
        if (latestFile.current === file) replaceFile(newFile);
      };

      try {
        const url = await viewFile(file.key);
        replaceIfOpen({ ...file, url, openedAt: Date.now() });
      } catch (error) {
        replaceIfOpen({ ...failedFile, problem: error instanceof Error ? error.message : '' });
      }
    },
    [viewFile, replaceFile],
  );

  const open = useCallback(
    async (key: string, attempt = 0, startAt?: PlaybackPosition) => {
      const openingFile = { key, attempt, startAt };
      replaceFile(openingFile);
      await requestUrl(openingFile, openingFile);
    },
    [requestUrl, replaceFile],
  );

  useEffect(() => {
    // In development, React runs effects twice. The file must be opened only once, because each time counts a view.
    if (!latestFile.current) void open(initialKey);
  }, [initialKey, open]);

  /** Starts a new attempt. Requests a new URL only if the old one has expired or is missing. */
  const retry = useCallback(() => {
    const currentFile: OpenedFile = latestFile.current ?? { key: initialKey, attempt: 0 };
    const attempt = currentFile.attempt + 1;

    if (currentFile.url && !isExpired(currentFile)) replaceFile({ ...currentFile, attempt });
    else void open(currentFile.key, attempt, currentFile.startAt);
  }, [initialKey, open, replaceFile]);

  /** Replaces an expired URL. The preview stays mounted, because removing a video would end full screen. */
  const refreshUrl = useCallback(async () => {
    const currentFile = latestFile.current;
    if (!currentFile) return;

    const { key, startAt, attempt } = currentFile;
    await requestUrl(currentFile, { key, startAt, attempt: attempt + 1 });
  }, [requestUrl]);

  const savePosition = useCallback(
    (position: PlaybackPosition) => {
      if (latestFile.current) replaceFile({ ...latestFile.current, startAt: position });
    },
    [replaceFile],
  );

  return { openedFile, open, retry, refreshUrl, savePosition };
}

/** The open file, and the functions that control it. */
export type OpenedFileControls = ReturnType<typeof useOpenedFile>;
