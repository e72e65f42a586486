import { type RefObject, useEffect, useState } from 'react';

/** The state of a video or audio element. */
export interface MediaState {
  /** Whether the file's metadata has loaded. */
  readonly isLoaded: boolean;
  /** Whether the browser can't play or download the file. */
  readonly hasFailed: boolean;
  readonly isPlaying: boolean;
  /** Whether playback waits for data. */
  readonly isWaiting: boolean;
  /** The current position, in seconds. */
  readonly time: number;
  /** In seconds. NaN until the metadata has loaded, Infinity if the file doesn't state its duration. */
  readonly duration: number;
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
}

/** Where playback was interrupted, and its settings. */
export type PlaybackPosition = Pick<MediaState, 'time' | 'isPlaying' | 'volume' | 'isMuted'>;

/** Events after which the state may have changed. */
const EVENTS = [
  'emptied',
  'loadedmetadata',
  'error',
  'play',
  'pause',
  'playing',
  'waiting',
  'ended',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'volumechange',
  'canplay',
];

const INITIAL_STATE: MediaState = {
  isLoaded: false,
  hasFailed: false,
  isPlaying: false,
  isWaiting: false,
  time: 0,
  duration: Number.NaN,
  volume: 1,
  isMuted: false,
};

/** Reads the current state of a media element. */
function readState(media: HTMLMediaElement): MediaState {
  const isPlaying = !media.paused && !media.ended;

  return {
    isLoaded: media.readyState >= HTMLMediaElement.HAVE_METADATA,
    hasFailed: media.error !== null,
    isPlaying,
    isWaiting: isPlaying && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    time: media.currentTime,
    duration: media.duration,
    volume: media.volume,
    isMuted: media.muted || media.volume === 0,
  };
}

/**
 * Returns the state of a media element, and a function that reads it immediately.
 *
 * The state follows the element's events, so changes by media keys or the system are included. While a slider moves,
 * events come too late, so call the function.
 */
export function useMediaState(element: RefObject<HTMLMediaElement | null>): readonly [MediaState, refresh: () => void] {
  const [state, setState] = useState(INITIAL_STATE);
  const refresh = () => {
    if (element.current) setState(readState(element.current));
  };

  useEffect(() => {
    const media = element.current;
    if (!media) return;

    const update = () => {
      const newState = readState(media);
      // Browsers pause media that failed. `isPlaying` stays, so that a retry resumes playback.
      setState((previous) => (newState.hasFailed ? { ...newState, isPlaying: previous.isPlaying } : newState));
    };

    for (const event of EVENTS) media.addEventListener(event, update);
    // The media may have loaded before the listeners were added.
    update();

    return () => {
      for (const event of EVENTS) media.removeEventListener(event, update);
    };
  }, [element]);

  return [state, refresh];
}
