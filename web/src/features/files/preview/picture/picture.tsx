import { type CSSProperties, type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react';
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

/** Returns the style of the box, which fits into its frame. Hides the box until the size of the picture is known. */
function sizeStyle(size: { width: number; height: number } | undefined): CSSProperties {
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

/**
 * Returns the zoom of a picture, the actions that change it, and handlers of gestures.
 *
 * Also handles keys, wherever the focus is in the dialog that contains `root`.
 */
function useZoom(root: RefObject<HTMLElement | null>) {
  const zoomRef = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const { onTouchCancel, ...pinchHandlers } = usePinch(zoomRef);
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)');

  const isZoomed = scale > MIN_ZOOMED_SCALE;
  const duration = prefersReducedMotion ? 0 : ZOOM_MS;

  // The library adds steps to the scale. These steps multiply or divide the scale by `BUTTON_ZOOM`.
  const actions = {
    zoomOut: isZoomed ? () => void zoomRef.current?.zoomOut(scale - scale / BUTTON_ZOOM, duration) : undefined,
    fit: isZoomed ? () => void zoomRef.current?.centerView(1, duration) : undefined,
    zoomIn: scale < MAX_SCALE ? () => void zoomRef.current?.zoomIn(scale * BUTTON_ZOOM - scale, duration) : undefined,
  };

  usePictureKeys(root, {
    ...actions,
    panBy: isZoomed ? (x, y) => void zoomRef.current?.panBy(x, y, duration) : undefined,
  });

  return { zoomRef, scale, setScale, isZoomed, prefersReducedMotion, duration, actions, pinchHandlers, onTouchCancel };
}

/** The zoom of a picture, and the functions that change it. */
type PictureZoom = ReturnType<typeof useZoom>;

/** The images of a picture, and handlers of their events. */
type PictureSources = ReturnType<typeof useSources>;

interface ZoomFrameProps {
  readonly zoom: PictureZoom;
  /** Receives the scale after each zoom and each movement. */
  readonly onScale: (scale: number) => void;
  /** The picture. */
  readonly children: ReactNode;
}

/** The frame in which gestures, the wheel, and double clicks zoom and move the picture. */
function ZoomFrame({ zoom, onScale, children }: ZoomFrameProps) {
  const { zoomRef, isZoomed, prefersReducedMotion, duration, pinchHandlers } = zoom;

  return (
    <TransformWrapper
      ref={zoomRef}
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
      onTransform={(_, state) => onScale(state.scale)}
    >
      <TransformComponent wrapperClass={`picture__frame${isZoomed ? ' picture__frame--zoomed' : ''}`}>
        {children}
      </TransformComponent>
    </TransformWrapper>
  );
}

interface PictureImagesProps {
  readonly sources: PictureSources;
  readonly alt: string;
  /** The attempt to show the file. A new attempt loads the original again. */
  readonly attempt: number;
  /** Whether the copy or the original has loaded. The thumbnail then disappears. */
  readonly isLoaded: boolean;
  /** The image of the copy, so that its size can be read. */
  readonly copyElement: RefObject<HTMLImageElement | null>;
  /** Called when the copy or the original has loaded. */
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void;
  readonly onOriginalError: () => void;
}

/** The thumbnail, the copy, and the original, on top of each other. */
function PictureImages(props: PictureImagesProps) {
  const { sources, alt, attempt, isLoaded, copyElement, onLoad, onOriginalError } = props;

  return (
    <>
      {!isLoaded && sources.thumbnail && <img src={sources.thumbnail} alt="" />}
      {sources.copy && (
        <img ref={copyElement} src={sources.copy} alt={alt} onLoad={onLoad} onError={sources.onCopyError} />
      )}
      {/* Only one of the two images has the text, so that screen readers read it once. */}
      {sources.original && (
        <img
          key={attempt}
          src={sources.original}
          alt={sources.copy ? '' : alt}
          onLoad={(event) => {
            onLoad(event);
            sources.onOriginalLoad();
          }}
          onError={onOriginalError}
        />
      )}
    </>
  );
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
      {sources.copy && <OriginalButton {...sources} onRetry={onRetry} />}
      <p role="status" className="visually-hidden">
        {zoom.isZoomed && texts.zoomed(Math.round(zoom.scale * 100))}
      </p>
      <ZoomButtons actions={zoom.actions} />
    </div>
  );
}

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

  if (!sources.copy && sources.originalState === 'failed') {
    const { problem } = openedFile;
    const problemText = problem === undefined ? fileTexts.notPreviewable : fileTexts.openFailed(problem);
    return <PreviewProblem problem={problemText} onRetry={onRetry} />;
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
      onTouchStart={(event) => zoom.isZoomed && event.stopPropagation()}
      onTouchCancel={zoom.onTouchCancel}
    >
      {!isCovered && <PreviewSkeleton kind="image" />}
      <ZoomFrame zoom={zoom} onScale={onScale}>
        <div
          ref={box}
          className="picture__box"
          style={isLoaded ? sizeStyle(size) : { ...sizeStyle(size), backgroundColor: colour }}
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
