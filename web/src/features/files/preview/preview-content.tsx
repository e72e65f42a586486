import { Suspense, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import type { PreviewKind } from '../file-kind.ts';
import type { PlaybackPosition } from './player/use-media-state.ts';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { TextPreview } from './text-preview.tsx';
import { texts } from './texts.ts';

// Loaded on first use, because most files are neither video nor audio.
const Player = lazyPart(() => import('./player/player.tsx'));

interface PreviewContentProps {
  readonly file: ListedFile;
  readonly kind: Exclude<PreviewKind, 'image'>;
  readonly url: string;
  /** Whether the download URL has expired. A load error then says nothing about the file. */
  readonly isExpired: () => boolean;
  /** Requests a new URL, which arrives as `url`. */
  readonly onExpired: () => void;
  readonly onRetry: () => void;
  /** Where video or audio starts, after an interruption. */
  readonly startAt: PlaybackPosition | undefined;
  /** Receives the position at which playback failed. */
  readonly onInterrupted: (position: PlaybackPosition) => void;
}

/** Shows a file other than a picture, and a skeleton while it loads. */
export function PreviewContent({
  file,
  kind,
  url,
  isExpired,
  onExpired,
  onRetry,
  startAt,
  onInterrupted,
}: PreviewContentProps) {
  const [isReady, setIsReady] = useState(false);
  const [isBroken, setIsBroken] = useState(false);

  function onError(position?: PlaybackPosition) {
    if (position) onInterrupted(position);
    if (isExpired()) onExpired();
    else setIsBroken(true);
  }

  if (isBroken) return <PreviewProblem problem={texts.notPreviewable} onRetry={onRetry} />;
  if (kind === 'text') return <TextPreview file={file} url={url} onRetry={onRetry} />;
  // Some browsers don't have this property. They may still have a PDF viewer.
  if (kind === 'pdf' && navigator.pdfViewerEnabled === false) return <PreviewProblem problem={texts.notPreviewable} />;

  const poster = file.media?.preview;
  const elementProps = { file, kind, url, isReady, startAt, onReady: () => setIsReady(true), onError };

  return (
    <>
      {/* The browser's PDF viewer announces itself. WebKit fires no load event for it, so this status would stay. */}
      {!isReady && <PreviewSkeleton kind={kind} poster={poster} isCovered={kind === 'pdf'} />}
      <Suspense>
        <FileElement {...elementProps} />
      </Suspense>
    </>
  );
}

interface FileElementProps extends Pick<PreviewContentProps, 'file' | 'url' | 'startAt'> {
  readonly kind: 'video' | 'audio' | 'pdf';
  readonly isReady: boolean;
  readonly onReady: () => void;
  readonly onError: (position?: PlaybackPosition) => void;
}

/** The element that plays or shows the file. */
function FileElement({ file, kind, url, isReady, startAt, onReady, onError }: FileElementProps) {
  if (kind === 'pdf') {
    const modifier = isReady ? '' : ' preview--loading';
    return <iframe className={`preview__page${modifier}`} src={url} title={file.fileName} onLoad={onReady} />;
  }

  return (
    <Player kind={kind} src={url} file={file} isReady={isReady} startAt={startAt} onReady={onReady} onError={onError} />
  );
}
