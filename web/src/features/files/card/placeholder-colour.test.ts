import { rgbaToThumbHash } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { placeholderColour } from './placeholder-colour.ts';

/** How far a channel may differ, from 0 to 255. A ThumbHash has 6 bits per channel. */
const TOLERANCE = 8;

describe('placeholderColour', () => {
  it('returns the average colour of a ThumbHash', () => {
    // A picture of 4 × 4 pixels of one colour: red, green, blue, and opacity in turn.
    const pixels = Array.from({ length: 16 }, () => [200, 100, 50, 255]).flat();
    const placeholder = Buffer.from(rgbaToThumbHash(4, 4, pixels)).toString('base64');

    const channels = placeholderColour(placeholder)!.match(/[\d.]+/g)!;

    const [red = 0, green = 0, blue = 0, alpha] = channels.map(Number);
    expect(Math.abs(red - 200)).toBeLessThan(TOLERANCE);
    expect(Math.abs(green - 100)).toBeLessThan(TOLERANCE);
    expect(Math.abs(blue - 50)).toBeLessThan(TOLERANCE);
    expect(alpha).toBe(1);
  });

  it('returns undefined for text that is not Base64', () => expect(placeholderColour('not base64!')).toBeUndefined());
});
