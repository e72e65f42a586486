/**
 * Tests of the signed URLs of renditions: smaller pictures of a file, which CloudFront serves. The URL is the same
 * within a window of 15 minutes, so that browsers can cache the picture.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { renditionKeyOf, signRendition } from './rendition-urls.ts';

const key = 'renditions/7d0c2f3a/01JZ0000000000000000000000/320.webp';
/** The period in which a rendition has the same URL, in milliseconds. */
const WINDOW_MS = 15 * MINUTE_MS;
/** A time at which a window begins, in milliseconds. */
const START = 1_800_000_000_000;

const parseExpiry = (url: string) => Number(/\?expires=(\d+)&/.exec(url)?.[1]) * 1000;

describe('signRendition', () => {
  it('returns a path with an expiry in seconds and a signature', () => {
    // The URL expires at the end of the next window: 1,800 seconds after the start of this one.
    expect(signRendition(key, START, 'secret')).toMatch(
      /^\/renditions\/7d0c2f3a\/01JZ0{22}\/320\.webp\?expires=1800001800&signature=[0-9a-f]{64}$/,
    );
  });

  it('returns the same URL for 15 minutes, and then another one', () => {
    const url = signRendition(key, START, 'secret');

    expect(signRendition(key, START + WINDOW_MS - 1, 'secret')).toBe(url);
    expect(signRendition(key, START + WINDOW_MS, 'secret')).not.toBe(url);
    expect(signRendition(key, START - 1, 'secret')).not.toBe(url);
  });

  it('returns a URL that is valid for more than 15 and at most 30 minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }), (now) => {
        const validMs = parseExpiry(signRendition(key, now, 'secret')) - now;

        expect(validMs).toBeGreaterThan(WINDOW_MS);
        expect(validMs).toBeLessThanOrEqual(2 * WINDOW_MS);
      }),
    );
  });

  it('returns another signature for each path and each signing key', () => {
    const signatures = [
      signRendition(key, START, 'secret'),
      signRendition(key.replace('320', '1280'), START, 'secret'),
      signRendition(key, START, 'another'),
    ].map((url) => url.split('signature=')[1]);

    expect(new Set(signatures).size).toBe(3);
  });
});

describe('renditionKeyOf', () => {
  it("returns a key with the user ID and the ULID of the file, but no part of the file's name", () => {
    const fileKey = 'files/7d0c2f3a/01JZ0000000000000000000000/coral reef.png';

    expect(renditionKeyOf(fileKey, 320)).toBe(key);
    expect(renditionKeyOf(fileKey, 1280)).toBe(key.replace('320', '1280'));
  });

  it('throws for a key that is not a valid storage key', () => {
    expect(() => renditionKeyOf('files/a', 320)).toThrow('A rendition belongs to a stored file.');
  });
});
