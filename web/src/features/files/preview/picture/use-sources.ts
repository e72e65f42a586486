import { useState } from 'react';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { OpenedFile } from '../use-opened-file.ts';

/** Formats that most browsers can't decode. */
const UNDECODABLE_TYPES = new Set([
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
  'image/tiff',
]);

/** Formats that can move, whether or not a file of them does. The server's copy shows only the first frame. */
const ANIMATED_TYPES = new Set(['image/gif']);

/**
 * The state of a picture's original. `unwanted`: neither requested nor needed. `undecodable`: the copy stays, because
 * most browsers can't show the format of the original.
 */
export type OriginalState = 'unwanted' | 'loading' | 'shown' | 'failed' | 'undecodable';

/**
 * Returns the URLs of a picture's images to show on top of each other, and handlers of the images' events.
 *
 * The original is the uploaded file. The copy is the preview that the server has made for the screen. The original
 * follows on request, for animations, or if there is no copy.
 */
export function useSources(file: ListedFile, { url, attempt, problem }: OpenedFile) {
  // Stores the URL instead of a boolean: a refetched list has a new URL, which is worth another attempt.
  const [failedCopyUrl, setFailedCopyUrl] = useState<string>();
  const [isOriginalRequested, setIsOriginalRequested] = useState(false);
  const [loadedAttempt, setLoadedAttempt] = useState<number>();
  const [failedAttempt, setFailedAttempt] = useState<number>();

  const listedCopyUrl = file.media?.preview;
  const copyUrl = listedCopyUrl === failedCopyUrl ? undefined : listedCopyUrl;
  // Without a copy, the browser may at least try to show the original.
  const isDownloadOnly = copyUrl !== undefined && UNDECODABLE_TYPES.has(file.contentType);
  const isAnimated = ANIMATED_TYPES.has(file.contentType) || file.media?.animated === true;
  const isOriginalWanted = !copyUrl || (!isDownloadOnly && (isOriginalRequested || isAnimated));
  // A retry increments `attempt`, so an earlier failure no longer counts. With a `problem`, there is no URL to load.
  const hasOriginalFailed = failedAttempt === attempt || problem !== undefined;

  function deriveOriginalState(): OriginalState {
    if (isDownloadOnly) return 'undecodable';
    if (!isOriginalWanted) return 'unwanted';
    if (hasOriginalFailed) return 'failed';
    return loadedAttempt === attempt ? 'shown' : 'loading';
  }

  return {
    thumbnailUrl: file.media?.thumbnail,
    copyUrl,
    originalUrl: isOriginalWanted && !hasOriginalFailed ? url : undefined,
    originalState: deriveOriginalState(),
    requestOriginal: () => setIsOriginalRequested(true),
    onCopyError: () => {
      setFailedCopyUrl(listedCopyUrl);
      // The original, which replaces the copy, stays when a new URL of the copy arrives.
      setIsOriginalRequested(true);
    },
    onOriginalLoad: () => setLoadedAttempt(attempt),
    onOriginalError: () => setFailedAttempt(attempt),
  };
}

/** The URLs of a picture's images, the state of its original, and handlers of the images' events. */
export type PictureSources = ReturnType<typeof useSources>;
