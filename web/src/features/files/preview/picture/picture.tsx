import { type CSSProperties, type SyntheticEvent, useRef, useState } from 'react';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { computePlaceholderColour } from '../../card/placeholder-colour.ts';
import { texts as cardTexts } from '../../card/texts.ts';
import { PreviewProblem, PreviewSkeleton } from '../preview-states.tsx';
import { texts } from '../texts.ts';
import type { OpenedFile } from '../use-opened-file.ts';
import { OriginalButton } from './original-button.tsx';
import './picture.css';
import { PictureImages } from './picture-images.tsx';
import { type PictureSources, useSources } from './use-sources.ts';
import { type PictureZoom, useZoom } from './use-zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';
import { ZoomFrame } from './zoom-frame.tsx';

/** Size of a picture without dimensions, such as some SVG files. */
const FALLBACK_SIZE = { width: 1024, height: 768 };

interface PictureProps {
  readonly file: ListedFile;
  readonly openedFile: OpenedFile;
  /** Whether the original's URL has expired. A load error then says nothing about the file. */
  readonly isExpired: () => boolean;
  readonly onExpired: () => void;
  readonly onRetry: () => void;
}

/**
 * Shows a picture that can be zoomed and moved.
 *
 * Shows first the thumbnail, and then the copy that the server has made for the screen. The original, which is the
 * uploaded file, follows on request, or when the picture is zoomed beyond the pixels of the copy. An animation shows its
 * original immediately, because its copy doesn't move.
 *
 * SVG files are shown as an `img`, where scripts don't run.
 */
export function Picture({ file, openedFile, isExpired, onExpired, onRetry }: PictureProps) {
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const copyElement = useRef<HTMLImageElement>(null);
  const [naturalSize, setNaturalSize] = useState<{ width: number; height: number }>();
  const [isLoaded, setIsLoaded] = useState(false);
  const sources = useSources(file, openedFile);
  const zoom = useZoom(root);

  const { media } = file;
  const size = media?.width && media.height ? { width: media.width, height: media.height } : naturalSize;

  function onScale(newScale: number) {
    zoom.setScale(newScale);
    if (needsOriginal(newScale, box.current, copyElement.current, size?.width)) sources.requestOriginal();
  }

  function onLoad({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) {
    setNaturalSize(naturalWidth && naturalHeight ? { width: naturalWidth, height: naturalHeight } : FALLBACK_SIZE);
    setIsLoaded(true);
  }

  if (!sources.copyUrl && sources.originalState === 'failed') {
    const { problem } = openedFile;
    const problemText = problem === undefined ? texts.notPreviewable : cardTexts.openFailed(problem);
    return <PreviewProblem problem={problemText} onRetry={onRetry} />;
  }

  // The description isn't used, because by default it only says when the file was uploaded.
  const alt = file.altText || file.fileName;
  const colour = media?.placeholder && computePlaceholderColour(media.placeholder);
  // A box of known size shows the colour of its placeholder, and needs no skeleton.
  const isCovered = isLoaded || (size !== undefined && media?.placeholder !== undefined);

  return (
    <div
      ref={root}
      className="picture"
      // A finger moves a zoomed picture. It must not also swipe to another file.
      onTouchStart={(event) => zoom.isZoomed && event.stopPropagation()}
      onTouchCancel={zoom.onTouchCancel}
    >
      {!isCovered && <PreviewSkeleton kind="image" />}
      <ZoomFrame zoom={zoom} onScale={onScale}>
        <div
          ref={box}
          className={isLoaded ? 'picture__box picture__box--loaded' : 'picture__box'}
          style={isLoaded ? buildSizeStyle(size) : { ...buildSizeStyle(size), backgroundColor: colour }}
          data-original={sources.originalState}
        >
          <PictureImages
            sources={sources}
            alt={alt}
            attempt={openedFile.attempt}
            isLoaded={isLoaded}
            copyElement={copyElement}
            onLoad={onLoad}
            onOriginalError={() => (isExpired() ? onExpired() : sources.onOriginalError())}
          />
        </div>
      </ZoomFrame>
      <PictureBar sources={sources} zoom={zoom} onRetry={onRetry} />
    </div>
  );
}

/** Returns the style of the box, which fits into its frame. Hides the box until the size of the picture is known. */
function buildSizeStyle(size: { width: number; height: number } | undefined): CSSProperties {
  if (!size) return { visibility: 'hidden' };
  return { '--picture-width': size.width, '--picture-ratio': size.width / size.height } as CSSProperties;
}

/** Returns whether the copy has fewer pixels than the screen shows at a scale, and the original has more. */
function needsOriginal(
  scale: number,
  box: HTMLElement | null,
  copyElement: HTMLImageElement | null,
  originalWidth = 0,
): boolean {
  const visibleWidth = (box?.clientWidth ?? 0) * scale * devicePixelRatio;
  const copyWidth = copyElement?.naturalWidth ?? 0;
  const isOriginalLarger = copyWidth > 0 && originalWidth > copyWidth;

  return scale > 1 && isOriginalLarger && visibleWidth > copyWidth;
}

interface PictureBarProps {
  readonly sources: PictureSources;
  readonly zoom: PictureZoom;
  readonly onRetry: () => void;
}

/** The controls of the picture: the button for the original, and the zoom buttons. Announces the scale. */
function PictureBar({ sources, zoom, onRetry }: PictureBarProps) {
  return (
    <div className="picture__bar">
      {sources.copyUrl && <OriginalButton {...sources} onRetry={onRetry} />}
      <p role="status" className="visually-hidden">
        {zoom.isZoomed && texts.zoomed(Math.round(zoom.scale * 100))}
      </p>
      <ZoomButtons actions={zoom.actions} />
    </div>
  );
}
