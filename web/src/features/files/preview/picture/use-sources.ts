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

/** Formats whose copies show only the first of many frames. */
const ANIMATED_TYPES = new Set(['image/gif']);

/**
 * The state of a picture's original. `unwanted`: neither requested nor needed. `undecodable`: most browsers can't show
 * its format.
 */
export type OriginalState = 'unwanted' | 'loading' | 'shown' | 'failed' | 'undecodable';

/**
 * Returns the images of a picture to show on top of each other, and handlers of their events.
 *
 * The copy for the screen is the preview that the server has made. The original follows on request, for animations, or
 * if there is no copy.
 */
export function useSources(file: ListedFile, { url, attempt, problem }: OpenedFile) {
  // A list that is refetched has new URLs, which are worth another attempt.
  const [failedCopyUrl, setFailedCopyUrl] = useState<string>();
  const [isOriginalRequested, setIsOriginalRequested] = useState(false);
  const [isOriginalShown, setIsOriginalShown] = useState(false);
  const [failedAttempt, setFailedAttempt] = useState<number>();

  const preview = file.media?.preview;
  const copy = preview === failedCopyUrl ? undefined : preview;
  const isUndecodable = copy !== undefined && UNDECODABLE_TYPES.has(file.contentType);
  const isAnimated = ANIMATED_TYPES.has(file.contentType);
  const isOriginalWanted = !copy || (!isUndecodable && (isOriginalRequested || isAnimated));
  const hasOriginalFailed = failedAttempt === attempt || problem !== undefined;

  function findOriginalState(): OriginalState {
    if (isUndecodable) return 'undecodable';
    if (!isOriginalWanted) return 'unwanted';
    if (hasOriginalFailed) return 'failed';
    return isOriginalShown ? 'shown' : 'loading';
  }

  return {
    thumbnail: file.media?.thumbnail,
    copy,
    original: isOriginalWanted && !hasOriginalFailed ? url : undefined,
    originalState: findOriginalState(),
    requestOriginal: () => setIsOriginalRequested(true),
    onCopyError: () => {
      setFailedCopyUrl(preview);
      // The original, which replaces the copy, stays when a new URL of the copy arrives.
      setIsOriginalRequested(true);
    },
    onOriginalLoad: () => setIsOriginalShown(true),
    onOriginalError: () => setFailedAttempt(attempt),
  };
}
