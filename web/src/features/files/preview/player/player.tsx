import { type KeyboardEvent, useRef } from 'react';
import type { FileMedia, ListedFile } from '../../../../../../shared/contract/files.ts';
import { BubbleLoader } from '../../../../ocean/bubble-loader.tsx';
import { FileIcon } from '../../card/file-icon.tsx';
import { texts } from '../texts.ts';
import { togglePlay } from './media-actions.ts';
import './player.css';
import { PlayerBar } from './player-bar.tsx';
import { PlayerButton } from './player-button.tsx';
import { buildKeyBindings, runKeyAction } from './player-keys.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useIdle } from './use-idle.ts';
import { type LoadReports, useLoadReports } from './use-load-reports.ts';
import { useMediaState } from './use-media-state.ts';

interface PlayerProps extends LoadReports {
  readonly kind: 'video' | 'audio';
  readonly src: string;
  readonly file: Pick<ListedFile, 'fileName' | 'media'>;
  /** Whether the media can play. The player is invisible until then. */
  readonly isReady: boolean;
}

/** Plays video or audio. Its own controls look the same in every browser. */
export default function Player({ kind, src, file, onReady, onError, isReady, startAt }: PlayerProps) {
  const container = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const [state, refresh] = useMediaState(media);
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
