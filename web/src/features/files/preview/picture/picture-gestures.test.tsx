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
/** Where the picture lies at scale 1. */
const CENTRED = { scale: 1, x: 100, y: 0 };
/** Rounding of positions and scales, in pixels. */
const TOLERANCE = 0.1;

/** Whether the browser asks for reduced motion. Animations then take no time. */
let reducedMotion: boolean;

beforeEach(() => {
  reducedMotion = true;
  onSwipe.mockClear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: reducedMotion }) as unknown as MediaQueryList,
  );

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

const at = (x: number, y: number): Point => ({ x, y });
const middle = (a: Point, b: Point) => at((a.x + b.x) / 2, (a.y + b.y) / 2);
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns the point of the picture, at scale 1, that lies under a point of the viewport. */
function pictureAt(point: Point, { scale, x, y }: Transform): Point {
  return at((point.x - FRAME.left - x) / scale, (point.y - FRAME.top - y) / scale);
}

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

const onSwipe = vi.fn();

/** Shows a picture on a stage that reports swipes, like the dialog. */
function Stage() {
  const file = sampleFile({ contentType: 'image/jpeg', media: { width: 4000, height: 4000, preview: '/1280.webp' } });
  const handlers = { isExpired: () => false, onExpired: () => {}, onRetry: () => {} };
  return (
    <div {...useSwipe(onSwipe)}>
      <Picture file={file} opened={{ key: file.key, attempt: 0 }} {...handlers} />
    </div>
  );
}

/** Renders a picture, and returns functions to touch it and to read where it lies. */
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
    pinch([at(350, 350), at(490, 350)], [at(280, 350), at(560, 350)]);
  }

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
const fingers = fc.tuple(finger, finger).filter(([a, b]) => distance(a, b) > 40);

const RUNS = { numRuns: 40 };

describe('pinch', () => {
  it('zooms by the ratio of the distances between the fingers, from 1 to 8', () => {
    const { pinch, transform } = renderPicture();
    pinch([at(370, 350), at(470, 350)], [at(345, 350), at(495, 350)]);
    expect(transform().scale).toBeCloseTo(1.5, 6);

    pinch([at(370, 350), at(470, 350)], [at(20, 350), at(820, 350)]);
    expect(transform().scale).toBe(8);

    pinch([at(20, 350), at(820, 350)], [at(415, 350), at(425, 350)]);
    expect(transform()).toEqual(CENTRED);
  });

  it('keeps the point between the fingers fixed while they move, unless an edge has reached the frame', () => {
    const pair = fc.array(fingers, { minLength: 2, maxLength: 6 });

    fc.assert(
      fc.property(fc.boolean(), pair, (isZoomed, [first, ...moves]) => {
        const { fire, zoomIn, transform } = renderPicture();
        if (isZoomed) zoomIn();

        fire('touchStart', first![0]);
        fire('touchStart', ...first!);
        const anchor = pictureAt(middle(...first!), transform());

        for (const move of moves) {
          fire('touchMove', ...move);
          const now = transform();
          expectInBounds(now);
          const under = pictureAt(middle(...move), now);
          const isInside = (position: number, picture: number, frame: number) =>
            position < -TOLERANCE && position > frame - picture * now.scale + TOLERANCE;
          if (isInside(now.x, PICTURE.width, FRAME.width)) expect(under.x).toBeCloseTo(anchor.x, 1);
          if (isInside(now.y, PICTURE.height, FRAME.height)) expect(under.y).toBeCloseTo(anchor.y, 1);
        }
        cleanup();
      }),
      RUNS,
    );
  });

  it('does not move the picture when a second finger interrupts a drag, or when a finger leaves', () => {
    fc.assert(
      fc.property(finger, finger, finger, (start, end, second) => {
        const { fire, zoomIn, transform } = renderPicture();
        zoomIn();
        fire('touchStart', start);
        fire('touchMove', end);
        const draggedTransform = transform();

        fire('touchStart', end, second);
        expect(transform()).toEqual(draggedTransform);
        fire('touchMove', end, second);
        expectSame(transform(), draggedTransform);

        fire('touchEnd', second);
        fire('touchMove', second);
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
    fire('touchStart', at(400, 300));
    fire('touchMove', at(300, 200));
    expect(transform()).toEqual(CENTRED);
  });

  it('goes to the next file only if the picture is not zoomed, and not after a pinch', () => {
    const { fire, zoomIn } = renderPicture();
    const swipe = () => {
      fire('touchStart', at(400, 300));
      fire('touchMove', at(200, 300));
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
        const before = transform();
        fire('touchStart', start);

        for (const move of moves) {
          fire('touchMove', move);
          const now = transform();
          expectInBounds(now);
          const limit = (position: number, least: number) => Math.min(0, Math.max(least, position));
          const x = limit(before.x + move.x - start.x, FRAME.width - PICTURE.width * now.scale);
          const y = limit(before.y + move.y - start.y, FRAME.height - PICTURE.height * now.scale);
          expectSame(now, { scale: before.scale, x, y });
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
    fire('touchStart', at(400, 300));
    fire('touchMove', at(380, 300));
    const draggedTransform = transform();

    fire('touchCancel');
    act(() => void fireEvent.mouseMove(box, { clientX: 100, clientY: 100, buttons: 1 }));
    expect(transform()).toEqual(draggedTransform);
  });

  it('stops a fast drag immediately, which otherwise glides on', async () => {
    reducedMotion = false;
    const { fire, zoomIn, transform } = renderPicture();
    zoomIn();
    const drag = () => {
      fire('touchStart', at(400, 300));
      for (const x of [390, 370, 340]) {
        vi.setSystemTime(Date.now() + 16);
        fire('touchMove', at(x, 300));
      }
      return transform();
    };

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

  it('ends a pinch, and returns a picture smaller than its frame to its full size', async () => {
    reducedMotion = false;
    const { fire, transform } = renderPicture();
    fire('touchStart', at(320, 350));
    fire('touchStart', at(320, 350), at(520, 350));
    fire('touchMove', at(350, 350), at(490, 350));
    expect(transform().scale).toBeCloseTo(0.7, 6);

    fire('touchCancel');
    await expect.poll(transform).toEqual(CENTRED);
  });
});
