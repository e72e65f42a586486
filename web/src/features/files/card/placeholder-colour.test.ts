import { rgbaToThumbHash } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { computePlaceholderColour } from './placeholder-colour.ts';

/** How far a channel may differ, from 0 to 255: two of the 64 steps that a ThumbHash has per channel. */
const TOLERANCE = 8;

describe('computePlaceholderColour', () => {
  it('returns the average colour of a ThumbHash', () => {
    // A picture of 4 × 4 pixels of one colour: red, green, blue, and opacity in turn.
    const pixels = Array.from({ length: 16 }, () => [200, 100, 50, 255]).flat();
    const placeholder = Buffer.from(rgbaToThumbHash(4, 4, pixels)).toString('base64');

    const channels = computePlaceholderColour(placeholder)!.match(/[\d.]+/g)!;

    const [red = 0, green = 0, blue = 0, alpha] = channels.map(Number);
    expect(Math.abs(red - 200)).toBeLessThan(TOLERANCE);
    expect(Math.abs(green - 100)).toBeLessThan(TOLERANCE);
    expect(Math.abs(blue - 50)).toBeLessThan(TOLERANCE);
    expect(alpha).toBe(1);
  });

  it('returns undefined for text that is not Base64', () =>
    expect(computePlaceholderColour('not base64!')).toBeUndefined());
});
