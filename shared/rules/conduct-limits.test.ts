/** Tests of the limits for members, which are lower in the first week of an account. See docs/product.md#limits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowedAmount,
  CONDUCT_LIMITS,
  type ConductLimit,
  SETTLED_AFTER_DAYS,
  standingOf,
  type Window,
  windowAt,
} from './conduct-limits.ts';
import { computeDepth, SURFACE_METRES, toMetres } from './depth.ts';
import { DAY_MS } from './durations.ts';
import { MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES } from './limits.ts';

const limits = Object.keys(CONDUCT_LIMITS) as ConductLimit[];

describe('standingOf', () => {
  const joinedAt = Date.UTC(2026, 0, 1);
  const standingAtAge = (milliseconds: number) => standingOf(new Date(joinedAt).toISOString(), joinedAt + milliseconds);

  it('returns the standing new for seven days after joining, and settled from then on', () => {
    expect(SETTLED_AFTER_DAYS).toBe(7);
    expect(standingAtAge(0)).toBe('new');
    expect(standingAtAge(7 * DAY_MS - 1)).toBe('new');
    expect(standingAtAge(7 * DAY_MS)).toBe('settled');
  });

  it('returns the standing new for an account without a profile', () => {
    expect(standingOf(undefined, joinedAt)).toBe('new');
  });
});

describe('CONDUCT_LIMITS', () => {
  it('never gives new members more than settled ones', () => {
    for (const limit of limits) {
      expect(CONDUCT_LIMITS[limit].new, limit).toBeLessThanOrEqual(CONDUCT_LIMITS[limit].settled);
    }
  });

  it('lets a new member upload the largest file and a picture in one day', () => {
    expect(CONDUCT_LIMITS.uploadBytes.new).toBeGreaterThanOrEqual(MAX_UPLOAD_BYTES + MAX_PICTURE_BYTES);
  });

  it('lets settled members reach the surface by uploads alone', () => {
    const depth = computeDepth({ contributedBytes: CONDUCT_LIMITS.storedBytes.settled, purchasedCm: 0 });
    expect(toMetres(depth)).toBe(SURFACE_METRES);
  });

  it('allows the typing hints of a page: one every three seconds, and one after each message', () => {
    // One hint every three seconds makes 20 a minute.
    expect(CONDUCT_LIMITS.typing.new).toBeGreaterThan(20 + CONDUCT_LIMITS.messages.new);
  });

  it('allows two frames for each message, and one for each typing hint', () => {
    expect(CONDUCT_LIMITS.frames.new).toBeGreaterThan(2 * CONDUCT_LIMITS.messages.settled + CONDUCT_LIMITS.typing.new);
  });

  it('sets the same limits of frames for every standing, because no profile is read for a frame', () => {
    for (const limit of ['frames', 'typing'] as const) {
      expect(CONDUCT_LIMITS[limit].new).toBe(CONDUCT_LIMITS[limit].settled);
    }
  });
});

describe('allowedAmount', () => {
  it('returns the limit itself by default', () => {
    expect(CONDUCT_LIMITS.posts).toMatchObject({ new: 20, settled: 100 });
    expect(allowedAmount('posts', 'new')).toBe(20);
  });

  it('scales a limit by the percentage of the stage, but never to zero', () => {
    expect(allowedAmount('posts', 'settled', 250)).toBe(250);
    // 12 % of 20 posts are 2.4, and 1 % are 0.2.
    expect(allowedAmount('posts', 'new', 12)).toBe(2);
    expect(allowedAmount('posts', 'new', 1)).toBe(1);
  });
});

describe('windowAt', () => {
  it('returns the window of UTC that contains the time, without gaps between windows', () => {
    fc.assert(
      fc.property(fc.constantFrom<Window>('minute', 'hour', 'day'), fc.nat(4e12), (window, now) => {
        const { number, endsAt } = windowAt(window, now);
        expect(endsAt * 1000).toBeGreaterThan(now);
        expect(windowAt(window, endsAt * 1000 - 1).number).toBe(number);
        expect(windowAt(window, endsAt * 1000).number).toBe(number + 1);
      }),
    );

    expect(windowAt('day', Date.UTC(2026, 10, 22, 23, 59, 59)).endsAt * 1000).toBe(Date.UTC(2026, 10, 23));
  });
});
