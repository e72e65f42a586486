import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { texts } from '../../texts.ts';
import { formatTime, SEEK_SECONDS, seekTarget } from './media-time.ts';
import { PlayerButton } from './player-button.tsx';
import { type MediaState, toggleMute, togglePlay } from './use-media.ts';

/** The seconds by which each arrow key moves the time while the seek bar has the focus. */
const SEEK_BY_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -SEEK_SECONDS,
  ArrowDown: -SEEK_SECONDS,
  ArrowRight: SEEK_SECONDS,
  ArrowUp: SEEK_SECONDS,
};

interface PlayerBarProps {
  readonly media: RefObject<HTMLMediaElement | null>;
  readonly state: MediaState;
  /** Called after a moving slider has changed the time or volume. */
  readonly onChange: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The controls of the player. */
export function PlayerBar({ media, state, onChange, children }: PlayerBarProps) {
  const { isPlaying, isMuted, volume } = state;
  const audibleVolume = isMuted ? 0 : volume;

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
      <input
        type="range"
        className="player__range player__volume"
        aria-label={texts.volume}
        aria-valuetext={texts.percentOf(audibleVolume)}
        min={0}
        max={1}
        step={0.05}
        value={audibleVolume}
        style={fillStyle(audibleVolume)}
        onChange={({ target }) => {
          if (!media.current) return;

          media.current.volume = target.valueAsNumber;
          media.current.muted = false;
          onChange();
        }}
      />
      {children}
    </div>
  );
}

/** Returns the style of a slider that is filled up to this share, from 0 to 1. */
const fillStyle = (share: number) => ({ '--part': `${share * 100}%` }) as CSSProperties;

/** The seek bar. Disabled if the duration is unknown. */
function SeekBar({ media, state: { time, duration }, onChange }: Omit<PlayerBarProps, 'children'>) {
  const hasDuration = Number.isFinite(duration) && duration > 0;

  function onKeyDown(event: KeyboardEvent) {
    const seconds = SEEK_BY_KEY[event.key];
    if (seconds === undefined || !media.current || event.altKey || event.ctrlKey || event.metaKey) return;

    event.preventDefault();
    // Needs no `onChange`: the element's event `seeking` updates the state.
    media.current.currentTime = seekTarget(media.current.currentTime, seconds, duration);
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
      style={fillStyle(hasDuration ? Math.min(1, time / duration) : 0)}
      onKeyDown={onKeyDown}
      onChange={({ target }) => {
        if (!media.current) return;

        media.current.currentTime = target.valueAsNumber;
        onChange();
      }}
    />
  );
}
