import type { ReactNode } from 'react';
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import { MAX_SCALE, type PictureZoom } from './use-zoom.ts';

/** How much a double click adds to the scale. */
const DOUBLE_CLICK_STEP = 1.5;

/** How much a pixel of the wheel adds to the scale. */
const WHEEL_STEP = 0.006;

interface ZoomFrameProps {
  readonly zoom: PictureZoom;
  /** Receives the scale after each zoom and each movement. */
  readonly onScale: (scale: number) => void;
  /** The picture. */
  readonly children: ReactNode;
}

/** The frame in which gestures, the wheel, and double clicks zoom and move the picture. */
export function ZoomFrame({ zoom, onScale, children }: ZoomFrameProps) {
  const { zoomRef, isZoomed, prefersReducedMotion, animationMs, pinchHandlers } = zoom;

  return (
    <TransformWrapper
      ref={zoomRef}
      maxScale={MAX_SCALE}
      centerOnInit
      centerZoomedOut
      wheel={{ step: WHEEL_STEP }}
      panning={{ disabled: !isZoomed, velocityDisabled: prefersReducedMotion }}
      doubleClick={{ mode: isZoomed ? 'reset' : 'zoomIn', step: DOUBLE_CLICK_STEP, animationTime: animationMs }}
      zoomAnimation={{ disabled: prefersReducedMotion }}
      autoAlignment={{ animationTime: animationMs }}
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
