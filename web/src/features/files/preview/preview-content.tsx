import { Suspense, useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import type { PreviewKind } from '../file-kind.ts';
import { texts } from '../texts.ts';
import type { MediaPlace } from './player/use-media.ts';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { TextPreview } from './text-preview.tsx';

// Most files make no sound.
const Player = lazyPart(() => import('./player/player.tsx'));

interface PreviewContentProps {
  readonly file: ListedFile;
  readonly kind: PreviewKind;
  readonly url: string;
  /** Whether the address has ceased to serve the file, which then is no fault of the file. */
  readonly isExpired: () => boolean;
  readonly onRetry: () => void;
  /** Where a film or a recording goes on. */
  readonly from: MediaPlace | undefined;
  /** Told where it has broken off. */
  readonly onBroken: (place: MediaPlace) => void;
}

/**
 * A file as what it is, once it is there; until then, its shape. An SVG is a picture like any other: in an `img` it runs
 * nothing.
 */
export function PreviewContent({ file, kind, url, isExpired, onRetry, from, onBroken }: PreviewContentProps) {
  const [ready, setReady] = useState(false);
  const [broken, setBroken] = useState(false);
  function onError(place?: MediaPlace) {
    if (place) onBroken(place);
    if (isExpired()) onRetry();
    else setBroken(true);
  }
  if (broken) return <PreviewProblem problem={texts.notShown} onRetry={onRetry} />;
  if (kind === 'text') return <TextPreview file={file} url={url} onRetry={onRetry} />;
  if (kind === 'pdf' && navigator.pdfViewerEnabled === false) return <PreviewProblem problem={texts.notShown} />;
  const shown = { file, kind, url, ready, from, onReady: () => setReady(true), onError };
  return (
    <>
      {!ready && <PreviewSkeleton kind={kind} />}
      <Suspense>
        <Shown {...shown} />
      </Suspense>
    </>
  );
}

interface ShownProps extends Omit<PreviewContentProps, 'isExpired' | 'onRetry' | 'onBroken'> {
  readonly ready: boolean;
  readonly onReady: () => void;
  readonly onError: (place?: MediaPlace) => void;
}

function Shown({ file: { fileName, description }, kind, url, ready, from, onReady, onError }: ShownProps) {
  if (kind === 'video' || kind === 'audio') {
    const told = { ready, from, onReady, onError };
    return <Player kind={kind} src={url} fileName={fileName} {...told} />;
  }
  const look = ready ? '' : ' preview--coming';
  if (kind === 'pdf') return <iframe className={`preview__page${look}`} src={url} title={fileName} onLoad={onReady} />;
  const alt = description || fileName;
  return <img className={`preview__media${look}`} src={url} alt={alt} onLoad={onReady} onError={() => onError()} />;
}
