import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { FileMedia, ListedFile } from '../../../../../../shared/contract/files.ts';
import { BubbleLoader } from '../../../../ocean/bubble-loader.tsx';
import { FileIcon } from '../../card/file-icon.tsx';
import { texts } from '../../texts.ts';
import { SEEK_SECONDS, seekTarget } from './media-time.ts';
import './player.css';
import { PlayerBar } from './player-bar.tsx';
import { PlayerButton } from './player-button.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useIdle } from './use-idle.ts';
import { type MediaState, type PlaybackPosition, resumeAt, toggleMute, togglePlay, useMedia } from './use-media.ts';

interface PlayerProps {
  readonly kind: 'video' | 'audio';
  readonly src: string;
  readonly file: Pick<ListedFile, 'fileName' | 'media'>;
  /** Called when the media can play. The player is invisible until then. */
  readonly onReady: () => void;
  /** Receives the position at which playback failed. A new `src` then resumes playback there. */
  readonly onError: (position: PlaybackPosition | undefined) => void;
  readonly isReady: boolean;
  /** Where to resume after an interruption. */
  readonly startAt: PlaybackPosition | undefined;
}

/** Reports when the media has loaded or failed. Media that has loaded resumes at `startAt` first. */
function useLoadReports(
  media: RefObject<HTMLMediaElement | null>,
  state: MediaState,
  { onReady, onError, startAt }: Pick<PlayerProps, 'onReady' | 'onError' | 'startAt'>,
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

/** Returns the action of each key, wherever the focus is in the player. */
function buildKeyBindings(
  media: HTMLMediaElement | null,
  toggleFullScreen: (() => void) | undefined,
): Record<string, () => void> {
  const seekBy = (seconds: number) => () => {
    if (media) media.currentTime = seekTarget(media.currentTime, seconds, media.duration);
  };

  return {
    ArrowLeft: seekBy(-SEEK_SECONDS),
    ArrowRight: seekBy(SEEK_SECONDS),
    k: () => togglePlay(media),
    m: () => toggleMute(media),
    ...(toggleFullScreen && { f: toggleFullScreen }),
  };
}

/**
 * Runs the action of a pressed key. Keys without an action, and keys pressed with Alt, Control, or Meta, reach the
 * dialog.
 */
function runKeyAction(event: KeyboardEvent, actions: Record<string, () => void>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;

  const action = actions[event.key];
  if (!action) return;

  // Arrow keys seek here instead of opening another file.
  event.stopPropagation();
  // Sliders handle their own arrow keys.
  if (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')) return;

  event.preventDefault();
  action();
}

/** The play icon on a paused video. Clicks go through to the video. */
function PlayOverlay() {
  return (
    <span className="player__overlay">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M8 5v14l11-7z" />
      </svg>
    </span>
  );
}

/** The picture for audio: rings that spread while the sound plays. */
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

/** The title and the performer of a sound. */
function TrackTitle({ title, performer }: Pick<FileMedia, 'title' | 'performer'>) {
  return (
    (title || performer) && (
      <div className="player__track" dir="auto">
        <p className="player__title">{title}</p>
        <p className="soft">{performer}</p>
      </div>
    )
  );
}

/** Plays video or audio. Its own controls look the same in every browser. */
export default function Player({ kind, src, file, onReady, onError, isReady, startAt }: PlayerProps) {
  const container = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const [state, refresh] = useMedia(media);
  const { isFullScreen, toggle: toggleFullScreen } = useFullScreen(container, media);
  const { isIdle, onActivity } = useIdle(isFullScreen && state.isPlaying);
  const MediaElement = kind;

  useLoadReports(media, state, { onReady, onError, startAt });

  function onKeyDown(event: KeyboardEvent) {
    onActivity();
    runKeyAction(event, buildKeyBindings(media.current, kind === 'video' ? toggleFullScreen : undefined));
  }

  const modifiers = [
    kind,
    state.isPlaying && 'playing',
    isFullScreen && 'full',
    isIdle && 'idle',
    !isReady && 'loading',
  ].filter(Boolean);
  const className = ['player', ...modifiers.map((modifier) => `player--${modifier}`)].join(' ');

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      ref={container}
      role="group"
      aria-label={file.fileName}
      className={className}
      onKeyDown={onKeyDown}
      onPointerMove={onActivity}
    >
      <div className="player__picture">
        {kind === 'audio' && <Sonar />}
        <MediaElement
          ref={media}
          className="player__media"
          src={src}
          {...(kind === 'video' && { poster: file.media?.preview })}
          preload="metadata"
          playsInline
          onClick={() => togglePlay(media.current)}
        />
        {kind === 'video' && !state.isPlaying && <PlayOverlay />}
        {(state.isWaiting || state.hasFailed) && <BubbleLoader label={texts.loadingPreview} />}
      </div>
      {kind === 'audio' && file.media && <TrackTitle {...file.media} />}
      <PlayerBar media={media} state={state} onChange={refresh}>
        {kind === 'video' && toggleFullScreen && (
          <PlayerButton
            label={isFullScreen ? texts.leaveFullScreen : texts.fullScreen}
            icon={isFullScreen ? 'shrink' : 'enlarge'}
            onPress={toggleFullScreen}
          />
        )}
      </PlayerBar>
    </div>
  );
}
