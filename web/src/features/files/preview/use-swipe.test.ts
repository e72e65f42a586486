import { describe, expect, it } from 'vitest';
import { findSwipeDirection } from './use-swipe.ts';

const START = { x: 200, y: 300 };
/** Returns the direction of a swipe by these distances, in pixels. */
const directionOf = (x: number, y = 0) => findSwipeDirection(START, { x: START.x + x, y: START.y + y });

// A swipe covers at least 48 pixels, and at least twice as many pixels sideways as up or down.
describe('findSwipeDirection', () => {
  it('returns next for a swipe to the left, and previous for a swipe to the right', () => {
    expect(directionOf(-120, 10)).toBe('next');
    expect(directionOf(120, -10)).toBe('previous');
  });

  it('ignores taps and short movements', () => {
    expect(directionOf(0)).toBeUndefined();
    expect(directionOf(-47)).toBeUndefined();
    expect(directionOf(-48)).toBe('next');
  });

  it('ignores vertical and diagonal movements', () => {
    expect(directionOf(10, 200)).toBeUndefined();
    expect(directionOf(100, 51)).toBeUndefined();
    expect(directionOf(100, 50)).toBe('previous');
  });
});
