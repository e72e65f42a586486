import { type CSSProperties, type SyntheticEvent, useRef, useState } from 'react';
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { useMedia } from '../../../../platform/browser/use-media.ts';
import { placeholderColour } from '../../card/placeholder-colour.ts';
import { texts as fileTexts } from '../../texts.ts';
import { PreviewProblem, PreviewSkeleton } from '../preview-states.tsx';
import { texts } from '../texts.ts';
import type { OpenedFile } from '../use-opened-file.ts';
import { OriginalButton } from './original-button.tsx';
import './picture.css';
import { usePictureKeys } from './use-picture-keys.ts';
import { usePinch } from './use-pinch.ts';
import { useSources } from './use-sources.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

/** Maximum zoom. At scale 1, the picture fits into its frame. */
const MAX_SCALE = 8;
/** Scale from which a picture counts as zoomed. A smaller difference from 1 is due to rounding. */
const MIN_ZOOMED_SCALE = 1.01;
/** Factor of a zoom by button or key. */
const BUTTON_ZOOM = 1.5;
/** How much a double click adds to the scale. */
const DOUBLE_CLICK_STEP = 1.5;
/** How much a pixel of the wheel adds to the scale. */
const WHEEL_STEP = 0.006;
/** Duration of a zoom by button, key, or double click, in milliseconds. */
const ZOOM_MS = 200;
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
 * Shows first the thumbnail, and then the copy that the server has made for the screen. The original follows on
 * request, or when the picture is zoomed beyond the pixels of the copy.
 *
 * SVG files are shown as an `img`, where scripts don't run.
 */
export function Picture({ file, openedFile, isExpired, onExpired, onRetry }: PictureProps) {
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const copyElement = useRef<HTMLImageElement>(null);
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const [naturalSize, setNaturalSize] = useState<{ width: number; height: number }>();
  const [isLoaded, setIsLoaded] = useState(false);
  const sources = useSources(file, openedFile);
  const { onTouchCancel, ...pinchHandlers } = usePinch(zoom);
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)');

  const { media } = file;
  const size = media?.width && media.height ? { width: media.width, height: media.height } : naturalSize;
  const isZoomed = scale > MIN_ZOOMED_SCALE;
  const duration = prefersReducedMotion ? 0 : ZOOM_MS;

  // The library adds steps to the scale. These steps multiply or divide the scale by `BUTTON_ZOOM`.
  const actions = {
    zoomOut: isZoomed ? () => void zoom.current?.zoomOut(scale - scale / BUTTON_ZOOM, duration) : undefined,
    fit: isZoomed ? () => void zoom.current?.centerView(1, duration) : undefined,
    zoomIn: scale < MAX_SCALE ? () => void zoom.current?.zoomIn(scale * BUTTON_ZOOM - scale, duration) : undefined,
  };

  usePictureKeys(root, {
    ...actions,
    panBy: isZoomed ? (x, y) => void zoom.current?.panBy(x, y, duration) : undefined,
  });

  function onTransform(newScale: number) {
    setScale(newScale);

    // Requests the original if the copy has fewer pixels than the screen shows, and the original has more.
    const visibleWidth = (box.current?.clientWidth ?? 0) * newScale * devicePixelRatio;
    const copyWidth = copyElement.current?.naturalWidth ?? 0;
    const isOriginalLarger = copyWidth > 0 && (size?.width ?? 0) > copyWidth;
    if (newScale > 1 && isOriginalLarger && visibleWidth > copyWidth) sources.requestOriginal();
  }

  function onLoad({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) {
    setNaturalSize(naturalWidth && naturalHeight ? { width: naturalWidth, height: naturalHeight } : FALLBACK_SIZE);
    setIsLoaded(true);
  }

  if (!sources.copy && sources.originalState === 'failed') {
    return openedFile.problem === undefined ? (
      <PreviewProblem problem={fileTexts.notPreviewable} onRetry={onRetry} />
    ) : (
      <PreviewProblem problem={fileTexts.openFailed(openedFile.problem)} onRetry={onRetry} />
    );
  }

  // The description isn't used, because by default it only says when the file was uploaded.
  const alt = file.altText || file.fileName;
  const colour = media?.placeholder && placeholderColour(media.placeholder);
  const isCovered = isLoaded || (size !== undefined && media?.placeholder !== undefined);

  return (
    <div
      ref={root}
      className="picture"
      // A finger moves a zoomed picture. It must not also swipe to another file.
      onTouchStart={(event) => isZoomed && event.stopPropagation()}
      onTouchCancel={onTouchCancel}
    >
      {!isCovered && <PreviewSkeleton kind="image" />}
      <TransformWrapper
        ref={zoom}
        maxScale={MAX_SCALE}
        centerOnInit
        centerZoomedOut
        wheel={{ step: WHEEL_STEP }}
        panning={{ disabled: !isZoomed, velocityDisabled: prefersReducedMotion }}
        doubleClick={{ mode: isZoomed ? 'reset' : 'zoomIn', step: DOUBLE_CLICK_STEP, animationTime: duration }}
        zoomAnimation={{ disabled: prefersReducedMotion }}
        autoAlignment={{ animationTime: duration }}
        velocityAnimation={{ disabled: prefersReducedMotion }}
        {...pinchHandlers}
        onTransform={(_, state) => onTransform(state.scale)}
      >
        <TransformComponent wrapperClass={`picture__frame${isZoomed ? ' picture__frame--zoomed' : ''}`}>
          <div
            ref={box}
            className="picture__box"
            style={isLoaded ? sizeStyle(size) : { ...sizeStyle(size), backgroundColor: colour }}
            data-original={sources.originalState}
          >
            {!isLoaded && sources.thumbnail && <img src={sources.thumbnail} alt="" />}
            {sources.copy && (
              <img ref={copyElement} src={sources.copy} alt={alt} onLoad={onLoad} onError={sources.onCopyError} />
            )}
            {/* Only one of the two images has the text, so that screen readers read it once. */}
            {sources.original && (
              <img
                key={openedFile.attempt}
                src={sources.original}
                alt={sources.copy ? '' : alt}
                onLoad={(event) => {
                  onLoad(event);
                  sources.onOriginalLoad();
                }}
                onError={() => (isExpired() ? onExpired() : sources.onOriginalError())}
              />
            )}
          </div>
        </TransformComponent>
      </TransformWrapper>
      <div className="picture__bar">
        {sources.copy && <OriginalButton {...sources} onRetry={onRetry} />}
        <p role="status" className="visually-hidden">
          {isZoomed && texts.zoomed(Math.round(scale * 100))}
        </p>
        <ZoomButtons actions={actions} />
      </div>
    </div>
  );
}

/** Returns the style of the box, which fits into its frame. Hides the box until the size of the picture is known. */
function sizeStyle(size: { width: number; height: number } | undefined): CSSProperties {
  if (!size) return { visibility: 'hidden' };
  return { '--picture-width': size.width, '--picture-ratio': size.width / size.height } as CSSProperties;
}
