import { type KeyboardEvent, useEffect, useRef } from 'react';
import { BubbleLoader } from '../../../../ocean/bubble-loader.tsx';
import { FileIcon } from '../../card/file-icon.tsx';
import { texts } from '../../texts.ts';
import { WIND_SECONDS, woundTo } from './media-time.ts';
import './player.css';
import { PlayerBar } from './player-bar.tsx';
import { PlayerButton } from './player-button.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { goOn, type MediaPlace, toggleMute, togglePlay, useMedia } from './use-media.ts';
import { useRest } from './use-rest.ts';

interface PlayerProps {
  readonly kind: 'video' | 'audio';
  readonly src: string;
  readonly fileName: string;
  /** Told when it can be played; until then it is not seen. */
  readonly onReady: () => void;
  /** Told where it has broken off. */
  readonly onError: (place: MediaPlace | undefined) => void;
  readonly ready: boolean;
  /** Where to go on. */
  readonly from: MediaPlace | undefined;
}

/** A film or a recording, with controls of our own that every browser shows alike. */
export default function Player({ kind, src, fileName, onReady, onError, ready, from }: PlayerProps) {
  const place = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const [state, look] = useMedia(media);
  const { full, toggle } = useFullScreen(place, media);
  const { resting, stir } = useRest(full && state.playing);
  const Element = kind;

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once.
  useEffect(() => {
    if (!state.loaded) return;
    if (from && media.current) goOn(media.current, from);
    onReady();
  }, [state.loaded]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once.
  useEffect(() => {
    // What has not begun to load is at no place of its own yet.
    if (state.failed) onError(state.loaded ? state : from);
  }, [state.failed]);

  function onKeyDown(event: KeyboardEvent) {
    stir();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keysOf(media.current, kind === 'video' ? toggle : undefined)[event.key];
    if (!act) return;
    // In here the arrow keys wind, rather than go on to another file; ranges know their own.
    event.stopPropagation();
    if (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')) return;
    event.preventDefault();
    act();
  }

  const looks = [kind, state.playing && 'playing', full && 'full', resting && 'resting', !ready && 'coming'];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      ref={place}
      role="group"
      aria-label={fileName}
      className={`player ${looks.flatMap((look) => (look ? [`player--${look}`] : [])).join(' ')}`}
      onKeyDown={onKeyDown}
      onPointerMove={stir}
    >
      <div className="player__picture">
        {kind === 'audio' && <Sonar />}
        <Element
          ref={media}
          className="player__media"
          src={src}
          preload="metadata"
          playsInline
          onClick={() => togglePlay(media.current)}
        />
        {kind === 'video' && !state.playing && <Invitation />}
        {state.waiting && <BubbleLoader label={texts.loadingPreview} />}
      </div>
      <PlayerBar media={media} state={state} onMoved={look}>
        {kind === 'video' && toggle && (
          <PlayerButton
            label={full ? texts.leaveFullScreen : texts.fullScreen}
            icon={full ? 'shrink' : 'enlarge'}
            onPress={toggle}
          />
        )}
      </PlayerBar>
    </div>
  );
}

/** What the keys do, wherever in the player the keyboard is. */
function keysOf(media: HTMLMediaElement | null, toggleFull: (() => void) | undefined): Record<string, () => void> {
  const wind = (by: number) => () => {
    if (media) media.currentTime = woundTo(media.currentTime, by, media.duration);
  };
  return {
    ArrowLeft: wind(-WIND_SECONDS),
    ArrowRight: wind(WIND_SECONDS),
    k: () => togglePlay(media),
    m: () => toggleMute(media),
    ...(toggleFull && { f: toggleFull }),
  };
}

/** Says of a film at rest that it can be played; what is pressed is the film. */
function Invitation() {
  return (
    <span className="player__invitation">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M8 5v14l11-7z" />
      </svg>
    </span>
  );
}

/** What there is to see of a sound: it goes out in rings while it is heard. */
function Sonar() {
  return (
    <div className="player__sonar" aria-hidden="true">
      <i />
      <i />
      <i />
      <FileIcon contentType="audio/*" />
    </div>
  );
}
