import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { texts } from '../texts.ts';
import { toggleMute, togglePlay } from './media-actions.ts';
import { computeSeekTarget, formatTime, SEEK_SECONDS } from './media-time.ts';
import { PlayerButton } from './player-button.tsx';
import type { MediaState } from './use-media-state.ts';

/** The seconds by which each arrow key moves the time while the seek bar has the focus. */
const SEEK_BY_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -SEEK_SECONDS,
  ArrowDown: -SEEK_SECONDS,
  ArrowRight: SEEK_SECONDS,
  ArrowUp: SEEK_SECONDS,
};

/** The share of the full volume by which an arrow key moves the slider. */
const VOLUME_STEP = 0.05;

interface SliderProps {
  readonly media: RefObject<HTMLMediaElement | null>;
  readonly state: MediaState;
  /** Called after a moving slider has changed the time or volume. */
  readonly onChange: () => void;
}

interface PlayerBarProps extends SliderProps {
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The controls of the player. */
export function PlayerBar({ media, state, onChange, children }: PlayerBarProps) {
  const { isPlaying, isMuted } = state;

  return (
    <div className="player__bar">
      <SeekBar media={media} state={state} onChange={onChange} />
      <PlayerButton
        label={isPlaying ? texts.pauseMedia : texts.play}
        icon={isPlaying ? 'pause' : 'play'}
        className="player__play"
        onPress={() => togglePlay(media.current)}
      />
      <p className="player__time">
        {formatTime(state.time)}
        {Number.isFinite(state.duration) && ` / ${formatTime(state.duration)}`}
      </p>
      <PlayerButton
        label={isMuted ? texts.unmute : texts.mute}
        icon={isMuted ? 'silent' : 'loud'}
        onPress={() => toggleMute(media.current)}
      />
      <VolumeSlider media={media} state={state} onChange={onChange} />
      {children}
    </div>
  );
}

/** The volume, which is 0 while the sound is muted. Moving the slider unmutes it. */
function VolumeSlider({ media, state: { isMuted, volume }, onChange }: SliderProps) {
  const audibleVolume = isMuted ? 0 : volume;

  return (
    <input
      type="range"
      className="player__range player__volume"
      aria-label={texts.volume}
      aria-valuetext={texts.percentOf(audibleVolume)}
      min={0}
      max={1}
      step={VOLUME_STEP}
      value={audibleVolume}
      style={buildFillStyle(audibleVolume)}
      onChange={({ target }) => {
        if (!media.current) return;

        media.current.volume = target.valueAsNumber;
        media.current.muted = false;
        onChange();
      }}
    />
  );
}

/** Returns the style of a slider that is filled up to this share, from 0 to 1. */
const buildFillStyle = (share: number) => ({ '--part': `${share * 100}%` }) as CSSProperties;

/** The seek bar. Disabled if the duration is unknown. */
function SeekBar({ media, state: { time, duration }, onChange }: SliderProps) {
  const hasDuration = Number.isFinite(duration) && duration > 0;

  function onKeyDown(event: KeyboardEvent) {
    const seconds = SEEK_BY_KEY[event.key];
    if (seconds === undefined || !media.current || event.altKey || event.ctrlKey || event.metaKey) return;

    event.preventDefault();
    // Needs no `onChange`: the element's event `seeking` updates the state.
    media.current.currentTime = computeSeekTarget(media.current.currentTime, seconds, duration);
  }

  return (
    <input
      type="range"
      className="player__range player__seek"
      aria-label={texts.seek}
      aria-valuetext={texts.timeOf(formatTime(time), formatTime(duration))}
      min={0}
      max={hasDuration ? duration : 1}
      step="any"
      disabled={!hasDuration}
      value={hasDuration ? Math.min(time, duration) : 0}
      style={buildFillStyle(hasDuration ? Math.min(1, time / duration) : 0)}
      onKeyDown={onKeyDown}
      onChange={({ target }) => {
        if (!media.current) return;

        media.current.currentTime = target.valueAsNumber;
        onChange();
      }}
    />
  );
}
