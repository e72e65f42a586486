import { type RefObject, useEffect, useState } from 'react';

/** The state of a video or audio element. */
export interface MediaState {
  /** Whether its metadata has loaded. */
  readonly loaded: boolean;
  /** Whether the browser can't play or download it. */
  readonly failed: boolean;
  readonly playing: boolean;
  /** Whether playback waits for data. */
  readonly waiting: boolean;
  /** Current position in seconds. */
  readonly time: number;
  /** Seconds. NaN until known, Infinity if the file doesn't state it. */
  readonly duration: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** Where playback was interrupted, and its settings. */
export type PlaybackPosition = Pick<MediaState, 'time' | 'playing' | 'volume' | 'muted'>;

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
  loaded: false,
  failed: false,
  playing: false,
  waiting: false,
  time: 0,
  duration: Number.NaN,
  volume: 1,
  muted: false,
};

/** Reads the current state of a media element. */
function readState(media: HTMLMediaElement): MediaState {
  const playing = !media.paused && !media.ended;

  return {
    loaded: media.readyState >= HTMLMediaElement.HAVE_METADATA,
    failed: media.error !== null,
    playing,
    waiting: playing && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    time: media.currentTime,
    duration: media.duration,
    volume: media.volume,
    muted: media.muted || media.volume === 0,
  };
}

/**
 * Returns the state of a media element, and a function that reads it immediately.
 *
 * The state follows the element's events, so changes by media keys or the system are included. Events come too late
 * while a slider moves, so call the function then.
 */
export function useMedia(element: RefObject<HTMLMediaElement | null>): readonly [MediaState, refresh: () => void] {
  const [state, setState] = useState(INITIAL_STATE);
  const refresh = () => {
    if (element.current) setState(readState(element.current));
  };

  useEffect(() => {
    const media = element.current;
    if (!media) return;

    const update = () => {
      const newState = readState(media);
      // Browsers pause media that failed. `playing` stays, so that a retry resumes playback.
      setState((previous) => (newState.failed ? { ...newState, playing: previous.playing } : newState));
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

/** Plays or pauses the media. */
export function togglePlay(media: HTMLMediaElement | null): void {
  if (!media) return;

  // The element's error event reports media that can't play. An interrupted play() is harmless.
  if (media.paused || media.ended) media.play().catch(console.debug);
  else media.pause();
}

/** Resumes playback where it was interrupted, with the same volume. */
export function resumeAt(media: HTMLMediaElement, { time, playing, volume, muted }: PlaybackPosition): void {
  media.volume = volume;
  media.muted = muted;
  media.currentTime = time;
  // If the browser blocks autoplay, the media stays paused there.
  if (playing) media.play().catch(console.debug);
}

/** Mutes or unmutes the media. Unmuting at volume 0 sets full volume. */
export function toggleMute(media: HTMLMediaElement | null): void {
  if (!media) return;

  const isSilent = media.muted || media.volume === 0;
  media.muted = !isSilent;
  if (isSilent && media.volume === 0) media.volume = 1;
}
