// @vitest-environment happy-dom
/**
 * Tests of pinching and dragging a picture. The point under the fingers stays there until an edge reaches the frame.
 */
import { act, cleanup, fireEvent } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import type { Point, Transform } from './pinch.ts';
import {
  CENTRED,
  FRAME,
  fakeClock,
  fakeLayout,
  onSwipe,
  PICTURE,
  pointAt,
  renderPicture,
  setReducedMotion,
} from './touch-picture.tsx';

const SQUARE_PICTURE = sampleFile({
  contentType: 'image/jpeg',
  media: { width: 4000, height: 4000, preview: '/1280.webp' },
});

/** How far rounding may move a position, in pixels. */
const TOLERANCE = 0.1;

beforeEach(() => {
  onSwipe.mockClear();
  fakeClock();
  fakeLayout();
  setReducedMotion(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns two fingers at this distance in pixels, on both sides of the centre of the frame. */
function fingersApart(pixels: number): [Point, Point] {
  const centre = pointAt(FRAME.left + FRAME.width / 2, FRAME.top + FRAME.height / 2);
  return [pointAt(centre.x - pixels / 2, centre.y), pointAt(centre.x + pixels / 2, centre.y)];
}

const middle = (a: Point, b: Point) => pointAt((a.x + b.x) / 2, (a.y + b.y) / 2);
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns the point of the picture, at scale 1, that lies under a point of the viewport. */
function pictureAt(point: Point, { scale, x, y }: Transform): Point {
  return pointAt((point.x - FRAME.left - x) / scale, (point.y - FRAME.top - y) / scale);
}

/** Expects that two transforms differ only by rounding. */
function expectSame(a: Transform, b: Transform) {
  expect(a.scale).toBeCloseTo(b.scale, 4);
  expect(Math.abs(a.x - b.x)).toBeLessThan(TOLERANCE);
  expect(Math.abs(a.y - b.y)).toBeLessThan(TOLERANCE);
}

/** Expects that a larger picture fills its frame, and a smaller one is centred. */
function expectInBounds({ scale, x, y }: Transform) {
  const axes = [
    [x, PICTURE.width * scale, FRAME.width],
    [y, PICTURE.height * scale, FRAME.height],
  ] as const;
  for (const [position, pictureLength, frameLength] of axes) {
    if (pictureLength <= frameLength) {
      expect(Math.abs(position - (frameLength - pictureLength) / 2)).toBeLessThan(TOLERANCE);
    } else {
      expect(position).toBeLessThanOrEqual(TOLERANCE);
      expect(position).toBeGreaterThanOrEqual(frameLength - pictureLength - TOLERANCE);
    }
  }
}

/** Generates the position of a finger on the frame. */
const anyFinger = fc.record({
  x: fc.integer({ min: FRAME.left, max: FRAME.left + FRAME.width }),
  y: fc.integer({ min: FRAME.top, max: FRAME.top + FRAME.height }),
});
/** Generates two fingers that are far enough apart for a pinch. */
const anyFingers = fc.tuple(anyFinger, anyFinger).filter(([a, b]) => distance(a, b) > 40);

/** Fewer runs than usual, because each one renders a picture. */
const FEW_RUNS = { numRuns: 40 };

describe('pinch', () => {
  it('zooms by the ratio of the distances between the fingers, from 1 to 8', () => {
    const { pinch, readTransform } = renderPicture(SQUARE_PICTURE);
    pinch(fingersApart(100), fingersApart(150));
    expect(readTransform().scale).toBeCloseTo(1.5, 6);

    // Without the limit, the scale would be 8 times 1.5.
    pinch(fingersApart(100), fingersApart(800));
    expect(readTransform().scale).toBe(8);

    pinch(fingersApart(800), fingersApart(10));
    expect(readTransform()).toEqual(CENTRED);
  });

  it('keeps the point between the fingers fixed while they move, unless an edge has reached the frame', () => {
    const anyMoves = fc.array(anyFingers, { minLength: 2, maxLength: 6 });

    fc.assert(
      fc.property(fc.boolean(), anyMoves, (isZoomed, [start, ...moves]) => {
        const { fire, zoomIn, readTransform } = renderPicture(SQUARE_PICTURE);
        if (isZoomed) zoomIn();

        fire('touchStart', start![0]);
        fire('touchStart', ...start!);
        const anchor = pictureAt(middle(...start!), readTransform());

        for (const move of moves) {
          fire('touchMove', ...move);
          const { scale, x, y } = readTransform();
          expectInBounds({ scale, x, y });

          const pointUnderFingers = pictureAt(middle(...move), { scale, x, y });
          const isInside = (position: number, picture: number, frame: number) =>
            position < -TOLERANCE && position > frame - picture * scale + TOLERANCE;
          if (isInside(x, PICTURE.width, FRAME.width)) expect(pointUnderFingers.x).toBeCloseTo(anchor.x, 1);
          if (isInside(y, PICTURE.height, FRAME.height)) expect(pointUnderFingers.y).toBeCloseTo(anchor.y, 1);
        }
        cleanup();
      }),
      FEW_RUNS,
    );
  });

  it('does not move the picture when a second finger interrupts a drag, or when a finger leaves', () => {
    fc.assert(
      fc.property(anyFinger, anyFinger, anyFinger, (start, end, secondFinger) => {
        const { fire, zoomIn, readTransform } = renderPicture(SQUARE_PICTURE);
        zoomIn();
        fire('touchStart', start);
        fire('touchMove', end);
        const draggedTransform = readTransform();

        fire('touchStart', end, secondFinger);
        expect(readTransform()).toEqual(draggedTransform);

        fire('touchMove', end, secondFinger);
        expectSame(readTransform(), draggedTransform);

        fire('touchEnd', secondFinger);
        fire('touchMove', secondFinger);
        expectSame(readTransform(), draggedTransform);
        cleanup();
      }),
      FEW_RUNS,
    );
  });
});

describe('drag with one finger', () => {
  it('does not move a picture that is not zoomed', () => {
    const { fire, readTransform } = renderPicture(SQUARE_PICTURE);
    fire('touchStart', pointAt(400, 300));
    fire('touchMove', pointAt(300, 200));
    expect(readTransform()).toEqual(CENTRED);
  });

  it('goes to the next file only if the picture is not zoomed', () => {
    const { fire, zoomIn } = renderPicture(SQUARE_PICTURE);
    const swipe = () => {
      fire('touchStart', pointAt(400, 300));
      fire('touchMove', pointAt(200, 300));
      fire('touchEnd');
    };

    swipe();
    expect(onSwipe.mock.calls).toEqual([['next']]);

    zoomIn();
    swipe();
    expect(onSwipe).toHaveBeenCalledOnce();
  });

  it('moves a zoomed picture as far as the finger, but not beyond its edges', () => {
    fc.assert(
      fc.property(anyFinger, fc.array(anyFinger, { minLength: 1, maxLength: 6 }), (start, moves) => {
        const { fire, zoomIn, readTransform } = renderPicture(SQUARE_PICTURE);
        zoomIn();
        const initialTransform = readTransform();
        fire('touchStart', start);

        for (const move of moves) {
          fire('touchMove', move);
          const newTransform = readTransform();
          expectInBounds(newTransform);

          const limit = (position: number, minPosition: number) => Math.min(0, Math.max(minPosition, position));
          const x = limit(initialTransform.x + move.x - start.x, FRAME.width - PICTURE.width * newTransform.scale);
          const y = limit(initialTransform.y + move.y - start.y, FRAME.height - PICTURE.height * newTransform.scale);
          expectSame(newTransform, { scale: initialTransform.scale, x, y });
        }

        fire('touchEnd');
        expectInBounds(readTransform());
        cleanup();
      }),
      FEW_RUNS,
    );
  });
});

describe('touchcancel', () => {
  it('ends a drag, so that a pressed mouse does not move the picture', () => {
    const { fire, pictureBox, zoomIn, readTransform } = renderPicture(SQUARE_PICTURE);
    zoomIn();
    fire('touchStart', pointAt(400, 300));
    fire('touchMove', pointAt(380, 300));
    const draggedTransform = readTransform();

    fire('touchCancel');
    act(() => void fireEvent.mouseMove(pictureBox, { clientX: 100, clientY: 100, buttons: 1 }));
    expect(readTransform()).toEqual(draggedTransform);
  });

  it('stops a fast drag immediately, instead of letting it glide on', async () => {
    setReducedMotion(false);
    const { fire, zoomIn, readTransform } = renderPicture(SQUARE_PICTURE);
    zoomIn();
    const drag = () => {
      fire('touchStart', pointAt(400, 300));
      for (const x of [390, 370, 340]) {
        vi.setSystemTime(Date.now() + 16);
        fire('touchMove', pointAt(x, 300));
      }
      return readTransform();
    };

    /** Waits until an animation has ended. */
    const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

    const cancelledTransform = drag();
    fire('touchCancel');
    await settle();
    expect(readTransform()).toEqual(cancelledTransform);

    const releasedTransform = drag();
    fire('touchEnd');
    await settle();

    expect(readTransform().x).toBeLessThan(releasedTransform.x);
  });

  it('ends a pinch, and returns a shrunk picture to its original size', async () => {
    setReducedMotion(false);
    const { fire, readTransform } = renderPicture(SQUARE_PICTURE);
    const [firstFinger, secondFinger] = fingersApart(200);
    fire('touchStart', firstFinger);
    fire('touchStart', firstFinger, secondFinger);
    fire('touchMove', ...fingersApart(140));
    expect(readTransform().scale).toBeCloseTo(140 / 200, 6);

    fire('touchCancel');
    await expect.poll(readTransform).toEqual(CENTRED);
  });
});
