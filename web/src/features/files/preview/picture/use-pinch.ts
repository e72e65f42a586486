import { type TouchEvent as ReactTouchEvent, type RefObject, useRef } from 'react';
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import { midpoint, type Point, positionFor, toPicturePoint } from './pinch.ts';

/**
 * Returns handlers that keep the point between two fingers fixed during a pinch, and end cancelled gestures.
 *
 * The library zooms by the right factor, but the picture slips away when the fingers also move. It doesn't handle
 * `touchcancel`, so a picture that was pinched beyond its limits would stay there.
 */
export function usePinch(zoom: RefObject<ReactZoomPanPinchRef | null>) {
  const anchor = useRef<Point>(undefined);

  return {
    onPinchStart({ instance, state }: ReactZoomPanPinchRef, { touches }: TouchEvent) {
      const center = centerInFrame(touches, instance.wrapperComponent);
      anchor.current = center && toPicturePoint(center, { scale: state.scale, x: state.positionX, y: state.positionY });
    },
    onPinch({ instance, state: { scale } }: ReactZoomPanPinchRef, { touches }: TouchEvent) {
      const { wrapperComponent: frame, contentComponent: picture } = instance;
      const center = centerInFrame(touches, frame);
      if (!anchor.current || !center || !frame || !picture) return;

      const pictureSize = { width: picture.offsetWidth, height: picture.offsetHeight };
      const frameSize = { width: frame.clientWidth, height: frame.clientHeight };
      const { x, y } = positionFor(anchor.current, center, scale, pictureSize, frameSize);
      instance.setState(scale, x, y);
    },
    onTouchCancel({ nativeEvent }: ReactTouchEvent) {
      const instance = zoom.current?.instance;
      if (!instance) return;

      // A released drag glides on. A cancelled drag must stop.
      instance.velocity = null;
      instance.onTouchPanningStop(nativeEvent);
    },
  };
}

/** Returns the point between the first two fingers, in pixels of the frame. */
function centerInFrame([firstTouch, secondTouch]: TouchList, frame: Element | null): Point | undefined {
  if (!firstTouch || !secondTouch || !frame) return undefined;

  const { x, y } = midpoint(
    { x: firstTouch.clientX, y: firstTouch.clientY },
    { x: secondTouch.clientX, y: secondTouch.clientY },
  );
  const { left, top } = frame.getBoundingClientRect();
  return { x: x - left, y: y - top };
}
