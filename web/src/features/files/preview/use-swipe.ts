import { type TouchEvent, useRef } from 'react';

/** Minimum distance of a swipe, in pixels. Shorter movements are taps. */
const MIN_DISTANCE_PX = 48;

/** A position on the screen, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The file that a swipe opens: a swipe to the left opens the next one. */
type SwipeDirection = 'previous' | 'next';

/** Returns the direction of a horizontal swipe. Undefined for other movements. */
export function findSwipeDirection(from: Point, to: Point): SwipeDirection | undefined {
  const distanceX = to.x - from.x;
  const distanceY = to.y - from.y;
  // A diagonal movement is not a swipe.
  const isHorizontal = Math.abs(distanceX) >= 2 * Math.abs(distanceY);
  if (Math.abs(distanceX) < MIN_DISTANCE_PX || !isHorizontal) return undefined;

  return distanceX < 0 ? 'next' : 'previous';
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({ x: clientX, y: clientY });

/** Returns touch handlers that report horizontal swipes of one finger. Ignores swipes on sliders. */
export function useSwipe(onSwipe: (direction: SwipeDirection) => void) {
  const start = useRef<Point>(undefined);

  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const touch = touches[0];
      // A second finger begins a pinch.
      const canBeSwipe = touch && touches.length === 1 && !(target instanceof HTMLInputElement);
      start.current = canBeSwipe ? pointOf(touch) : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      const direction = start.current && touch && findSwipeDirection(start.current, pointOf(touch));
      start.current = undefined;
      if (direction) onSwipe(direction);
    },
    onTouchCancel() {
      start.current = undefined;
    },
  };
}
