import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { texts } from '../../texts.ts';
import { clockText, WIND_SECONDS, woundTo } from './media-time.ts';
import { PlayerButton } from './player-button.tsx';
import { type MediaState, toggleMute, togglePlay } from './use-media.ts';

/** What the keys of a range wind by. */
const WINDING: Readonly<Record<string, number>> = {
  ArrowLeft: -WIND_SECONDS,
  ArrowDown: -WIND_SECONDS,
  ArrowRight: WIND_SECONDS,
  ArrowUp: WIND_SECONDS,
};

interface PlayerBarProps {
  readonly media: RefObject<HTMLMediaElement | null>;
  readonly state: MediaState;
  /** Told when a range has moved it. */
  readonly onMoved: () => void;
  /** What else there is to press. */
  readonly children?: ReactNode;
}

/** Play and pause, where one is, how loud it is. */
export function PlayerBar({ media, state, onMoved, children }: PlayerBarProps) {
  const { playing, muted, volume } = state;
  return (
    <div className="player__bar">
      <SeekRange media={media} state={state} onMoved={onMoved} />
      <PlayerButton
        label={playing ? texts.pauseMedia : texts.play}
        icon={playing ? 'pause' : 'play'}
        className="player__play"
        onPress={() => togglePlay(media.current)}
      />
      <p className="player__time">
        {clockText(state.time)}
        {Number.isFinite(state.duration) && ` / ${clockText(state.duration)}`}
      </p>
      <PlayerButton
        label={muted ? texts.unmute : texts.mute}
        icon={muted ? 'silent' : 'loud'}
        onPress={() => toggleMute(media.current)}
      />
      <input
        type="range"
        className="player__range player__volume"
        aria-label={texts.volume}
        aria-valuetext={texts.percentOf(muted ? 0 : volume)}
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        style={filled(muted ? 0 : volume)}
        onChange={({ target }) => {
          if (!media.current) return;
          media.current.volume = target.valueAsNumber;
          media.current.muted = false;
          onMoved();
        }}
      />
      {children}
    </div>
  );
}

const filled = (part: number) => ({ '--part': `${part * 100}%` }) as CSSProperties;

/** Where one is in it. A file that does not say how long it is cannot be wound. */
function SeekRange({ media, state: { time, duration }, onMoved }: PlayerBarProps) {
  const known = Number.isFinite(duration) && duration > 0;

  function onKeyDown(event: KeyboardEvent) {
    const by = WINDING[event.key];
    if (by === undefined || !media.current || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    media.current.currentTime = woundTo(media.current.currentTime, by, duration);
  }

  return (
    <input
      type="range"
      className="player__range player__seek"
      aria-label={texts.seek}
      aria-valuetext={texts.timeOf(clockText(time), clockText(duration))}
      min={0}
      max={known ? duration : 1}
      step="any"
      disabled={!known}
      value={known ? Math.min(time, duration) : 0}
      style={filled(known ? Math.min(1, time / duration) : 0)}
      onKeyDown={onKeyDown}
      onChange={({ target }) => {
        if (!media.current) return;
        media.current.currentTime = target.valueAsNumber;
        onMoved();
      }}
    />
  );
}
