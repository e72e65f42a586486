import { type RefObject, useRef, useState } from 'react';
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { useMedia } from '../../../../platform/browser/use-media.ts';
import { usePictureKeys } from './use-picture-keys.ts';
import { usePinch } from './use-pinch.ts';

/** Maximum zoom. At scale 1, the picture fits into its frame. */
export const MAX_SCALE = 8;

/** Scale from which a picture counts as zoomed. A smaller difference from 1 is due to rounding. */
const MIN_ZOOMED_SCALE = 1.01;

/** Factor of a zoom by button or key. */
const BUTTON_ZOOM = 1.5;

/** Duration of a zoom by button, key, or double click, in milliseconds. */
const ZOOM_MS = 200;

/**
 * Returns the zoom of a picture, the actions that change it, and handlers of gestures.
 *
 * Also handles keys, wherever the focus is in the dialog that contains `root`.
 */
export function useZoom(root: RefObject<HTMLElement | null>) {
  const zoomRef = useRef<ReactZoomPanPinchRef>(null);
  const [scale, setScale] = useState(1);
  const { onTouchCancel, ...pinchHandlers } = usePinch(zoomRef);
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)');

  const isZoomed = scale > MIN_ZOOMED_SCALE;
  const animationMs = prefersReducedMotion ? 0 : ZOOM_MS;

  // The library adds steps to the scale. These steps multiply or divide the scale by `BUTTON_ZOOM`.
  const actions = {
    zoomOut: isZoomed ? () => void zoomRef.current?.zoomOut(scale - scale / BUTTON_ZOOM, animationMs) : undefined,
    fit: isZoomed ? () => void zoomRef.current?.centerView(1, animationMs) : undefined,
    zoomIn:
      scale < MAX_SCALE ? () => void zoomRef.current?.zoomIn(scale * BUTTON_ZOOM - scale, animationMs) : undefined,
  };

  usePictureKeys(root, {
    ...actions,
    panBy: isZoomed ? (x, y) => void zoomRef.current?.panBy(x, y, animationMs) : undefined,
  });

  return {
    zoomRef,
    scale,
    setScale,
    isZoomed,
    prefersReducedMotion,
    animationMs,
    actions,
    pinchHandlers,
    onTouchCancel,
  };
}

/** The zoom of a picture, and the functions that change it. */
export type PictureZoom = ReturnType<typeof useZoom>;
