import { type RefObject, useEffect, useEffectEvent } from 'react';
import { resumeAt } from './media-actions.ts';
import type { MediaState, PlaybackPosition } from './use-media-state.ts';

/** What happens when the media has loaded or failed. */
export interface LoadReports {
  /** Called when the media can play. */
  readonly onReady: () => void;
  /** Receives the position at which playback failed. A new `src` then resumes playback there. */
  readonly onError: (position: PlaybackPosition | undefined) => void;
  /** Where to resume after an interruption. */
  readonly startAt: PlaybackPosition | undefined;
}

/** Reports when the media has loaded or failed. Media that has loaded resumes at `startAt` first. */
export function useLoadReports(
  media: RefObject<HTMLMediaElement | null>,
  state: MediaState,
  { onReady, onError, startAt }: LoadReports,
): void {
  const onLoad = useEffectEvent(() => {
    if (startAt && media.current) resumeAt(media.current, startAt);
    onReady();
  });

  useEffect(() => {
    if (state.isLoaded) onLoad();
  }, [state.isLoaded]);

  const onFailure = useEffectEvent(() => {
    // Media that never loaded has no position, so keep the position of the earlier interruption.
    onError(state.isLoaded ? state : startAt);
  });

  useEffect(() => {
    if (state.hasFailed) onFailure();
  }, [state.hasFailed]);
}
