import { Suspense, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import type { PreviewKind } from '../file-kind.ts';
import { texts } from '../texts.ts';
import type { PlaybackPosition } from './player/use-media.ts';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { TextPreview } from './text-preview.tsx';

// Loaded on first use, because most files are neither video nor audio.
const Player = lazyPart(() => import('./player/player.tsx'));

interface PreviewContentProps {
  readonly file: ListedFile;
  readonly kind: PreviewKind;
  readonly url: string;
  /** Whether the download URL has expired. A load error then says nothing about the file. */
  readonly isExpired: () => boolean;
  readonly onRetry: () => void;
  /** Where video or audio starts, after an interruption. */
  readonly startAt: PlaybackPosition | undefined;
  /** Receives the position at which playback failed. */
  readonly onInterrupted: (position: PlaybackPosition) => void;
}

/**
 * Shows a file, and a skeleton while it loads.
 *
 * SVG files are shown as an `img`, where scripts don't run.
 */
export function PreviewContent({ file, kind, url, isExpired, onRetry, startAt, onInterrupted }: PreviewContentProps) {
  const [ready, setReady] = useState(false);
  const [broken, setBroken] = useState(false);
  function onError(position?: PlaybackPosition) {
    if (position) onInterrupted(position);
    if (isExpired()) onRetry();
    else setBroken(true);
  }
  if (broken) return <PreviewProblem problem={texts.notPreviewable} onRetry={onRetry} />;
  if (kind === 'text') return <TextPreview file={file} url={url} onRetry={onRetry} />;
  if (kind === 'pdf' && navigator.pdfViewerEnabled === false) return <PreviewProblem problem={texts.notPreviewable} />;
  const elementProps = { file, kind, url, ready, startAt, onReady: () => setReady(true), onError };
  return (
    <>
      {/* The browser's PDF viewer announces its own state. WebKit fires no load event for it, so the status wouldn't end. */}
      {!ready && <PreviewSkeleton kind={kind} covered={kind === 'pdf'} />}
      <Suspense>
        <FileElement {...elementProps} />
      </Suspense>
    </>
  );
}

interface FileElementProps extends Omit<PreviewContentProps, 'isExpired' | 'onRetry' | 'onInterrupted'> {
  readonly ready: boolean;
  readonly onReady: () => void;
  readonly onError: (position?: PlaybackPosition) => void;
}

function FileElement({
  file: { fileName, description },
  kind,
  url,
  ready,
  startAt,
  onReady,
  onError,
}: FileElementProps) {
  if (kind === 'video' || kind === 'audio') {
    const playerProps = { ready, startAt, onReady, onError };
    return <Player kind={kind} src={url} fileName={fileName} {...playerProps} />;
  }
  const modifier = ready ? '' : ' preview--loading';
  if (kind === 'pdf')
    return <iframe className={`preview__page${modifier}`} src={url} title={fileName} onLoad={onReady} />;
  const alt = description || fileName;
  return <img className={`preview__media${modifier}`} src={url} alt={alt} onLoad={onReady} onError={() => onError()} />;
}
