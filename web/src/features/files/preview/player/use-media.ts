import { type RefObject, useEffect, useState } from 'react';

/** What a film or a recording is doing. */
export interface MediaState {
  /** Whether enough of it is here to be shown. */
  readonly loaded: boolean;
  /** Whether it is something that this browser cannot play, or cannot be had. */
  readonly failed: boolean;
  readonly playing: boolean;
  /** Whether it has to wait for more of the file. */
  readonly waiting: boolean;
  /** Seconds. */
  readonly time: number;
  /** Seconds; NaN until it is known, Infinity where the file does not say. */
  readonly duration: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** Where a film or a recording has broken off, and how it was heard. */
export type MediaPlace = Pick<MediaState, 'time' | 'playing' | 'volume' | 'muted'>;

const EVENTS = [
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

const AT_REST: MediaState = {
  loaded: false,
  failed: false,
  playing: false,
  waiting: false,
  time: 0,
  duration: Number.NaN,
  volume: 1,
  muted: false,
};

function stateOf(media: HTMLMediaElement): MediaState {
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
 * Follows what a media element does, whoever makes it do so: the page, the keyboard's media keys, or the system.
 *
 * @returns that, and a look at it at once: its events come later than the hand that moves a range
 */
export function useMedia(element: RefObject<HTMLMediaElement | null>): readonly [MediaState, look: () => void] {
  const [state, setState] = useState(AT_REST);
  const look = () => {
    if (element.current) setState(stateOf(element.current));
  };
  useEffect(() => {
    const media = element.current;
    if (!media) return;
    const follow = () => {
      const now = stateOf(media);
      // Browsers stop what has broken off: nobody has paused it.
      setState((before) => (now.failed ? { ...now, playing: before.playing } : now));
    };
    for (const event of EVENTS) media.addEventListener(event, follow);
    // It may have loaded before it came to the page.
    follow();
    return () => {
      for (const event of EVENTS) media.removeEventListener(event, follow);
    };
  }, [element]);
  return [state, look];
}

/** Plays what rests, and pauses what plays. */
export function togglePlay(media: HTMLMediaElement | null): void {
  if (!media) return;
  // What cannot be played is told by the element's error; what was stopped on its way is no problem.
  if (media.paused || media.ended) media.play().catch(console.debug);
  else media.pause();
}

/** Goes on where it has broken off, as it was heard there. */
export function goOn(media: HTMLMediaElement, { time, playing, volume, muted }: MediaPlace): void {
  media.volume = volume;
  media.muted = muted;
  media.currentTime = time;
  // A browser that plays nothing unasked leaves it there at rest.
  if (playing) media.play().catch(console.debug);
}

/** Silences it, or lets it be heard again: also after its volume was turned down to nothing. */
export function toggleMute(media: HTMLMediaElement | null): void {
  if (!media) return;
  const silent = media.muted || media.volume === 0;
  media.muted = !silent;
  if (silent && media.volume === 0) media.volume = 1;
}
