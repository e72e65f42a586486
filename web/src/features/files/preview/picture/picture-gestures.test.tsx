// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import { useSwipe } from '../use-swipe.ts';
import { Picture } from './picture.tsx';
import type { Point, Transform } from './pinch.ts';

/** The window through which the picture is seen, in the viewport. */
const FRAME = { left: 20, top: 50, width: 800, height: 600 };
/** The picture at scale 1. It is narrower than its frame. */
const PICTURE = { width: 600, height: 600 };
/** The position of the picture at scale 1. */
const CENTRED = { scale: 1, x: 100, y: 0 };
/** How far rounding may move a position, in pixels. */
const TOLERANCE = 0.1;

/** Whether the browser asks for reduced motion. Animations then take no time. */
let prefersReducedMotion: boolean;
const onSwipe = vi.fn();

beforeEach(() => {
  prefersReducedMotion = true;
  onSwipe.mockClear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: prefersReducedMotion }) as unknown as MediaQueryList,
  );

  // happy-dom has no layout.
  const sizeOf = (element: Element) => (element.matches('.picture__frame') ? FRAME : PICTURE);
  for (const name of ['clientWidth', 'offsetWidth', 'clientHeight', 'offsetHeight'] as const) {
    const dimension = name.endsWith('Width') ? 'width' : 'height';
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: Element) {
      return sizeOf(this)[dimension];
    });
  }

  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('.picture__frame')) return new DOMRect(FRAME.left, FRAME.top, FRAME.width, FRAME.height);
    const { scale, x, y } = transformOf(this as HTMLElement);
    return new DOMRect(FRAME.left + x, FRAME.top + y, PICTURE.width * scale, PICTURE.height * scale);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pointAt = (x: number, y: number): Point => ({ x, y });
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

/** Returns the transform that the page has set on an element. */
function transformOf({ style }: HTMLElement): Transform {
  const [, x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(style.transform)!;
  const scale = /scale\((-?[\d.]+)\)/.exec(style.transform)![1];
  return { scale: Number(scale), x: Number(x), y: Number(y) };
}

type TouchName = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

/** Shows a picture on a stage that reports swipes, like the dialog. */
function Stage() {
  const file = sampleFile({ contentType: 'image/jpeg', media: { width: 4000, height: 4000, preview: '/1280.webp' } });
  const handlers = { isExpired: () => false, onExpired: () => {}, onRetry: () => {} };
  return (
    <div {...useSwipe(onSwipe)}>
      <Picture file={file} openedFile={{ key: file.key, attempt: 0 }} {...handlers} />
    </div>
  );
}

/** Renders a picture. Returns functions that touch it, and that read its position. */
function renderPicture() {
  const { container } = render(<Stage />);
  const frame = container.querySelector<HTMLElement>('.picture__frame')!;
  const box = container.querySelector<HTMLElement>('.picture__box')!;
  let touches: object[] = [];

  /** Fires an event with all fingers that touch the picture. */
  function fire(name: TouchName, ...fingers: Point[]) {
    // Two touches within 200 ms would be a double tap.
    if (name === 'touchStart') vi.setSystemTime(Date.now() + 1000);
    const changedTouches = touches;
    touches = fingers.map(({ x, y }) => ({ target: box, clientX: x, clientY: y, pageX: x, pageY: y }));
    act(() => void fireEvent[name](box, { touches, changedTouches, cancelable: true }));
  }

  /** Doubles the scale around the middle of the frame. */
  function zoomIn() {
    pinch([pointAt(350, 350), pointAt(490, 350)], [pointAt(280, 350), pointAt(560, 350)]);
  }

  /** Moves two fingers from one pair of positions to another. */
  function pinch(from: [Point, Point], to: [Point, Point]) {
    fire('touchStart', from[0]);
    fire('touchStart', ...from);
    fire('touchMove', ...to);
    fire('touchEnd', to[0]);
    fire('touchEnd');
  }

  const transform = () => transformOf(frame.firstElementChild as HTMLElement);
  return { fire, box, zoomIn, pinch, transform };
}

/** Expects that a larger picture fills its frame, and a smaller one is centred. */
function expectInBounds({ scale, x, y }: Transform) {
  const axes = [
    [x, PICTURE.width * scale, FRAME.width],
    [y, PICTURE.height * scale, FRAME.height],
  ] as const;
  for (const [position, picture, frame] of axes) {
    if (picture <= frame) expect(Math.abs(position - (frame - picture) / 2)).toBeLessThan(TOLERANCE);
    else {
      expect(position).toBeLessThanOrEqual(TOLERANCE);
      expect(position).toBeGreaterThanOrEqual(frame - picture - TOLERANCE);
    }
  }
}

/** A finger on the frame. */
const finger = fc.record({
  x: fc.integer({ min: FRAME.left, max: FRAME.left + FRAME.width }),
  y: fc.integer({ min: FRAME.top, max: FRAME.top + FRAME.height }),
});
/** Two fingers that are far enough apart for a pinch. */
const fingers = fc.tuple(finger, finger).filter(([a, b]) => distance(a, b) > 40);

const RUNS = { numRuns: 40 };

describe('pinch', () => {
  it('zooms by the ratio of the distances between the fingers, from 1 to 8', () => {
    const { pinch, transform } = renderPicture();
    // The fingers move from 100 to 150 pixels apart.
    pinch([pointAt(370, 350), pointAt(470, 350)], [pointAt(345, 350), pointAt(495, 350)]);
    expect(transform().scale).toBeCloseTo(1.5, 6);

    // Without the limit, the scale would be 12.
    pinch([pointAt(370, 350), pointAt(470, 350)], [pointAt(20, 350), pointAt(820, 350)]);
    expect(transform().scale).toBe(8);

    pinch([pointAt(20, 350), pointAt(820, 350)], [pointAt(415, 350), pointAt(425, 350)]);
    expect(transform()).toEqual(CENTRED);
  });

  it('keeps the point between the fingers fixed while they move, unless an edge has reached the frame', () => {
    const anyMoves = fc.array(fingers, { minLength: 2, maxLength: 6 });

    fc.assert(
      fc.property(fc.boolean(), anyMoves, (isZoomed, [start, ...moves]) => {
        const { fire, zoomIn, transform } = renderPicture();
        if (isZoomed) zoomIn();

        fire('touchStart', start![0]);
        fire('touchStart', ...start!);
        const anchor = pictureAt(middle(...start!), transform());

        for (const move of moves) {
          fire('touchMove', ...move);
          const { scale, x, y } = transform();
          expectInBounds({ scale, x, y });

          const pointUnderFingers = pictureAt(middle(...move), { scale, x, y });
          const isInside = (position: number, picture: number, frame: number) =>
            position < -TOLERANCE && position > frame - picture * scale + TOLERANCE;
          if (isInside(x, PICTURE.width, FRAME.width)) expect(pointUnderFingers.x).toBeCloseTo(anchor.x, 1);
          if (isInside(y, PICTURE.height, FRAME.height)) expect(pointUnderFingers.y).toBeCloseTo(anchor.y, 1);
        }
        cleanup();
      }),
      RUNS,
    );
  });

  it('does not move the picture when a second finger interrupts a drag, or when a finger leaves', () => {
    fc.assert(
      fc.property(finger, finger, finger, (start, end, secondFinger) => {
        const { fire, zoomIn, transform } = renderPicture();
        zoomIn();
        fire('touchStart', start);
        fire('touchMove', end);
        const draggedTransform = transform();

        fire('touchStart', end, secondFinger);
        expect(transform()).toEqual(draggedTransform);

        fire('touchMove', end, secondFinger);
        expectSame(transform(), draggedTransform);

        fire('touchEnd', secondFinger);
        fire('touchMove', secondFinger);
        expectSame(transform(), draggedTransform);
        cleanup();
      }),
      RUNS,
    );
  });
});

describe('drag with one finger', () => {
  it('does not move a picture that is not zoomed', () => {
    const { fire, transform } = renderPicture();
    fire('touchStart', pointAt(400, 300));
    fire('touchMove', pointAt(300, 200));
    expect(transform()).toEqual(CENTRED);
  });

  it('goes to the next file only if the picture is not zoomed', () => {
    const { fire, zoomIn } = renderPicture();
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
      fc.property(finger, fc.array(finger, { minLength: 1, maxLength: 6 }), (start, moves) => {
        const { fire, zoomIn, transform } = renderPicture();
        zoomIn();
        const initialTransform = transform();
        fire('touchStart', start);

        for (const move of moves) {
          fire('touchMove', move);
          const newTransform = transform();
          expectInBounds(newTransform);

          const limit = (position: number, minPosition: number) => Math.min(0, Math.max(minPosition, position));
          const x = limit(initialTransform.x + move.x - start.x, FRAME.width - PICTURE.width * newTransform.scale);
          const y = limit(initialTransform.y + move.y - start.y, FRAME.height - PICTURE.height * newTransform.scale);
          expectSame(newTransform, { scale: initialTransform.scale, x, y });
        }

        fire('touchEnd');
        expectInBounds(transform());
        cleanup();
      }),
      RUNS,
    );
  });
});

describe('touchcancel', () => {
  it('ends a drag, so that a pressed mouse does not move the picture', () => {
    const { fire, box, zoomIn, transform } = renderPicture();
    zoomIn();
    fire('touchStart', pointAt(400, 300));
    fire('touchMove', pointAt(380, 300));
    const draggedTransform = transform();

    fire('touchCancel');
    act(() => void fireEvent.mouseMove(box, { clientX: 100, clientY: 100, buttons: 1 }));
    expect(transform()).toEqual(draggedTransform);
  });

  it('stops a fast drag immediately, instead of letting it glide on', async () => {
    prefersReducedMotion = false;
    const { fire, zoomIn, transform } = renderPicture();
    zoomIn();
    const drag = () => {
      fire('touchStart', pointAt(400, 300));
      for (const x of [390, 370, 340]) {
        vi.setSystemTime(Date.now() + 16);
        fire('touchMove', pointAt(x, 300));
      }
      return transform();
    };

    /** Waits until an animation has ended. */
    const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

    const cancelledTransform = drag();
    fire('touchCancel');
    await settle();
    expect(transform()).toEqual(cancelledTransform);

    const releasedTransform = drag();
    fire('touchEnd');
    await settle();

    expect(transform().x).toBeLessThan(releasedTransform.x);
  });

  it('ends a pinch, and returns a shrunk picture to its original size', async () => {
    prefersReducedMotion = false;
    const { fire, transform } = renderPicture();
    fire('touchStart', pointAt(320, 350));
    fire('touchStart', pointAt(320, 350), pointAt(520, 350));
    fire('touchMove', pointAt(350, 350), pointAt(490, 350));
    expect(transform().scale).toBeCloseTo(0.7, 6);

    fire('touchCancel');
    await expect.poll(transform).toEqual(CENTRED);
  });
});
