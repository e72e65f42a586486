/** Renders a picture in a page with a layout, and touches it with simulated fingers, for the tests of gestures. */
import { act, fireEvent, render } from '@testing-library/react';
import { vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { useSwipe } from '../use-swipe.ts';
import { Picture } from './picture.tsx';
import type { Point, Transform } from './pinch.ts';

/** The window through which the picture is seen, in the viewport. */
export const FRAME = { left: 20, top: 50, width: 800, height: 600 };

/** The picture at scale 1. It is narrower than its frame. */
export const PICTURE = { width: 600, height: 600 };

/** The position of the picture at scale 1: half of the 200 pixels by which the frame is wider. */
export const CENTRED = { scale: 1, x: 100, y: 0 };

/** Receives the swipes that open another file. */
export const onSwipe = vi.fn();

/** Replaces the clock, so that `renderPicture` can let time pass between two touches. Timers still run. */
export function fakeClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
}

/** Gives the frame and the picture their sizes and positions, because happy-dom has no layout. */
export function fakeLayout(): void {
  const sizeOf = (element: Element) => (element.matches('.picture__frame') ? FRAME : PICTURE);
  for (const name of ['clientWidth', 'offsetWidth', 'clientHeight', 'offsetHeight'] as const) {
    const dimension = name.endsWith('Width') ? 'width' : 'height';
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: Element) {
      return sizeOf(this)[dimension];
    });
  }

  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('.picture__frame')) return new DOMRect(FRAME.left, FRAME.top, FRAME.width, FRAME.height);
    const { scale, x, y } = parseTransform(this as HTMLElement);
    return new DOMRect(FRAME.left + x, FRAME.top + y, PICTURE.width * scale, PICTURE.height * scale);
  });
}

/** Sets whether the browser asks for reduced motion. Animations then take no time. */
export function setReducedMotion(isReduced: boolean): void {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: isReduced }) as unknown as MediaQueryList,
  );
}

/** Builds a point of the viewport, in pixels. */
export const pointAt = (x: number, y: number): Point => ({ x, y });

/** Returns the transform in an element's style. */
function parseTransform({ style }: HTMLElement): Transform {
  const [, x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(style.transform)!;
  const scale = /scale\((-?[\d.]+)\)/.exec(style.transform)![1];
  return { scale: Number(scale), x: Number(x), y: Number(y) };
}

type TouchName = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

/** Shows a picture on a stage that reports swipes, like the dialog. */
function Stage({ file }: { file: ListedFile }) {
  const handlers = { isExpired: () => false, onExpired: () => {}, onRetry: () => {} };

  return (
    <div {...useSwipe(onSwipe)}>
      <Picture file={file} openedFile={{ key: file.key, attempt: 0 }} {...handlers} />
    </div>
  );
}

/**
 * Renders the picture of a file. Call `fakeClock` and `fakeLayout` first.
 *
 * @returns functions that touch the picture and read its transform, and `pictureBox`, the element that contains the
 *   picture's images
 */
export function renderPicture(file: ListedFile) {
  const { container } = render(<Stage file={file} />);
  const frame = container.querySelector<HTMLElement>('.picture__frame')!;
  const pictureBox = container.querySelector<HTMLElement>('.picture__box')!;
  let touches: object[] = [];

  /** Fires a touch event. `fingers` are all fingers on the picture after the event. */
  function fire(name: TouchName, ...fingers: Point[]) {
    // Two touches within 200 ms would be a double tap.
    if (name === 'touchStart') vi.setSystemTime(Date.now() + 1000);

    const changedTouches = touches;
    touches = fingers.map(({ x, y }) => ({ target: pictureBox, clientX: x, clientY: y, pageX: x, pageY: y }));
    act(() => void fireEvent[name](pictureBox, { touches, changedTouches, cancelable: true }));
  }

  /** Moves two fingers from one pair of positions to another. */
  function pinch(from: [Point, Point], to: [Point, Point]) {
    fire('touchStart', from[0]);
    fire('touchStart', ...from);
    fire('touchMove', ...to);
    fire('touchEnd', to[0]);
    fire('touchEnd');
  }

  /** Doubles the scale around the middle of the frame: the fingers move from 140 to 280 pixels apart. */
  function zoomIn() {
    pinch([pointAt(350, 350), pointAt(490, 350)], [pointAt(280, 350), pointAt(560, 350)]);
  }

  const readTransform = () => parseTransform(frame.firstElementChild as HTMLElement);

  return { fire, pictureBox, zoomIn, pinch, readTransform };
}
