// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { advanceAnimations, FRAME_MS, onOceanFrame, STILL_AFTER_MS } from './frames.ts';

/** Whether the tab is hidden. */
let isHidden = false;
/** The milliseconds by which each frame advanced the ocean. */
let frameTimes: number[];
let stop: () => void;

const advanceTime = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

const setHidden = (value: boolean) => {
  isHidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  // The DOM's own frames have a time that the fake clock doesn't advance.
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) =>
    Number(setTimeout(() => draw(performance.now()), 16)),
  );
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((id) => clearTimeout(id));
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);

  isHidden = false;
  frameTimes = [];
  stop = onOceanFrame((milliseconds) => frameTimes.push(milliseconds));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('onOceanFrame draws at most eight frames a second', () => {
  advanceTime(10_000);
  expect(frameTimes.length).toBeGreaterThan(60);
  expect(frameTimes.length).toBeLessThanOrEqual(80);
});

it('onOceanFrame passes the time since the last frame', () => {
  advanceTime(10_000);

  const total = frameTimes.reduce((sum, time) => sum + time, 0);
  expect(total).toBeGreaterThan(10_000 - 2 * FRAME_MS);
  expect(total).toBeLessThanOrEqual(10_000 + 2 * FRAME_MS);
});

it('the ocean stands still after a minute without input', () => {
  advanceTime(STILL_AFTER_MS + 1000);
  frameTimes.length = 0;
  advanceTime(60_000);
  expect(frameTimes).toEqual([]);
});

it.each(['pointermove', 'keydown', 'touchstart', 'scroll', 'wheel'])(
  'the ocean resumes immediately on %s, without a jump',
  (input) => {
    advanceTime(2 * STILL_AFTER_MS);
    frameTimes.length = 0;
    dispatchEvent(new Event(input));
    advanceTime(FRAME_MS + 50);

    expect(frameTimes).toHaveLength(1);
    expect(frameTimes[0]).toBeLessThan(2 * FRAME_MS);
  },
);

it('the ocean keeps moving while there is input', () => {
  for (let minute = 0; minute < 3; minute += 1) {
    advanceTime(STILL_AFTER_MS - 1000);
    dispatchEvent(new Event('pointermove'));
  }
  frameTimes.length = 0;
  advanceTime(STILL_AFTER_MS - 1000);

  expect(frameTimes.length).toBeGreaterThan(300);
});

it('the ocean stands still in a hidden tab, even on input, and resumes when the tab is shown', () => {
  setHidden(true);
  dispatchEvent(new Event('keydown'));
  advanceTime(10_000);
  expect(frameTimes).toEqual([]);

  setHidden(false);
  advanceTime(FRAME_MS + 50);
  expect(frameTimes).toHaveLength(1);
});

it('onOceanFrame runs no timer after the last listener is removed', () => {
  stop();
  dispatchEvent(new Event('pointermove'));
  advanceTime(10_000);
  expect(frameTimes).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('advanceAnimations advances only animations that the style sheet pauses', () => {
  const animations = [
    { playState: 'paused', currentTime: 1000 },
    { playState: 'running', currentTime: 1000 },
  ];
  const element = document.createElement('div');
  element.getAnimations = () => animations as unknown as Animation[];

  advanceAnimations(element, 125);

  expect(animations.map(({ currentTime }) => currentTime)).toEqual([1125, 1000]);
});
