import { describe, expect, it } from 'vitest';
import { swipeDirection } from './use-swipe.ts';

const from = { x: 200, y: 300 };
const direction = (x: number, y = 0) => swipeDirection(from, { x: from.x + x, y: from.y + y });

describe('swipeDirection', () => {
  it('goes to the next file on a swipe to the left, and to the previous on one to the right', () => {
    expect(direction(-120, 10)).toBe('next');
    expect(direction(120, -10)).toBe('previous');
  });

  it('ignores taps and short movements', () => {
    expect(direction(0)).toBeUndefined();
    expect(direction(-47)).toBeUndefined();
    expect(direction(-48)).toBe('next');
  });

  it('ignores vertical and diagonal movements', () => {
    expect(direction(10, 200)).toBeUndefined();
    expect(direction(100, 51)).toBeUndefined();
    expect(direction(100, 50)).toBe('previous');
  });
});
