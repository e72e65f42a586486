// @vitest-environment happy-dom
/** Tests of when the ocean is drawn: few frames a second, and none in a hidden tab or without input. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { advanceAnimations, FRAME_MS, onOceanFrame } from './frames.ts';

/** The time until the fake browser draws a requested frame, in milliseconds. */
const DISPLAY_FRAME_MS = 16;
/** Enough time for one frame of the ocean, in milliseconds, but not for two. */
const ONE_FRAME_MS = FRAME_MS + 50;

/** Whether the tab is hidden. */
let isHidden = false;
/** The milliseconds by which each frame advanced the ocean. */
let frameStepsMs: number[];
let stopListening: () => void;

const advanceTime = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

const setHidden = (value: boolean) => {
  isHidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  // happy-dom passes the real time to its callbacks. This mock passes the time of the fake clock.
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) =>
    Number(setTimeout(() => callback(performance.now()), DISPLAY_FRAME_MS)),
  );
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((id) => clearTimeout(id));
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);

  isHidden = false;
  frameStepsMs = [];
  stopListening = onOceanFrame((milliseconds) => frameStepsMs.push(milliseconds));
});

afterEach(() => {
  stopListening();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('onOceanFrame draws at most eight frames a second', () => {
  advanceTime(10_000);
  // Each frame waits for the next frame of the display, so there can be a few less than eight a second.
  expect(frameStepsMs.length).toBeGreaterThan(60);
  expect(frameStepsMs.length).toBeLessThanOrEqual(80);
});

it('onOceanFrame passes the time since the last frame', () => {
  advanceTime(10_000);

  const total = frameStepsMs.reduce((sum, stepMs) => sum + stepMs, 0);
  expect(total).toBeGreaterThan(10_000 - 2 * FRAME_MS);
  expect(total).toBeLessThanOrEqual(10_000 + 2 * FRAME_MS);
});

it('the ocean stands still after a minute without input', () => {
  advanceTime(MINUTE_MS + 1000);
  frameStepsMs.length = 0;
  advanceTime(60_000);
  expect(frameStepsMs).toEqual([]);
});

it.each(['pointermove', 'keydown', 'touchstart', 'scroll', 'wheel'])(
  'the ocean resumes immediately on %s, from where it stopped',
  (eventType) => {
    advanceTime(2 * MINUTE_MS);
    frameStepsMs.length = 0;
    dispatchEvent(new Event(eventType));
    advanceTime(ONE_FRAME_MS);

    expect(frameStepsMs).toHaveLength(1);
    expect(frameStepsMs[0]).toBeLessThan(2 * FRAME_MS);
  },
);

it('the ocean keeps moving while there is input', () => {
  for (let minute = 0; minute < 3; minute += 1) {
    advanceTime(MINUTE_MS - 1000);
    dispatchEvent(new Event('pointermove'));
  }

  frameStepsMs.length = 0;
  advanceTime(MINUTE_MS - 1000);

  // At least five frames a second until the end.
  expect(frameStepsMs.length).toBeGreaterThan(300);
});

it('the ocean stands still in a hidden tab, even on input, and resumes when the tab is shown', () => {
  setHidden(true);
  dispatchEvent(new Event('keydown'));
  advanceTime(10_000);
  expect(frameStepsMs).toEqual([]);

  setHidden(false);
  advanceTime(ONE_FRAME_MS);
  expect(frameStepsMs).toHaveLength(1);
});

it('onOceanFrame runs no timer after the last listener is removed', () => {
  stopListening();
  dispatchEvent(new Event('pointermove'));
  advanceTime(10_000);

  expect(frameStepsMs).toEqual([]);
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
