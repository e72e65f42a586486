/** Tests of the contrast of creatures with the water: visible, but never as strong as text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, isInGamut, parseColour } from '../test-support/colour-metrics.ts';
import { creatureColours } from './creature-colours.ts';
import { paletteAt } from './palette.ts';

/** Depths in metres. At about 158 m, creatures change from lighter to darker than the water. */
const depths = fc.oneof(
  fc.double({ min: 0, max: 11_000, noNaN: true }),
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.constantFrom(0, 157, 158, 159, 1000, 10_000),
);

/** Minimum contrasts that let shapes stand out. They are below those for text, because creatures are decoration. */
const MIN_BODY_CONTRAST = 1.6;
const MIN_SILHOUETTE_CONTRAST = 1.15;
/** The contrast of an eye with the body. */
const MIN_EYE_CONTRAST = 1.5;
/** The contrast of a body with the water everywhere on the page, from the top to the bottom. */
const MIN_EDGE_CONTRAST = 1.3;

const coloursAt = (metres: number) => creatureColours(metres) as Record<string, string>;

describe('creatureColours', () => {
  it('returns colours that screens can show', () => {
    fc.assert(
      fc.property(depths, (metres) => {
        for (const colour of Object.values(coloursAt(metres))) expect(isInGamut(colour), colour).toBe(true);
      }),
    );
  });

  it('makes creatures stand out from the water at every depth, and silhouettes less', () => {
    fc.assert(
      fc.property(depths, (metres) => {
        const { '--body': body = '', '--silhouette': silhouette = '', '--eye': eye = '' } = coloursAt(metres);
        const [, middle] = paletteAt(metres).water;
        const contrastInWater = (colour: string) => contrast(parseColour(colour), parseColour(middle));

        expect(contrastInWater(body)).toBeGreaterThan(MIN_BODY_CONTRAST);
        expect(contrastInWater(silhouette)).toBeGreaterThan(MIN_SILHOUETTE_CONTRAST);
        expect(contrastInWater(silhouette)).toBeLessThan(contrastInWater(body));

        expect(contrast(parseColour(eye), parseColour(body))).toBeGreaterThan(MIN_EYE_CONTRAST);
        for (const water of paletteAt(metres).water) {
          expect(contrast(parseColour(body), parseColour(water)), water).toBeGreaterThan(MIN_EDGE_CONTRAST);
        }
      }),
    );
  });
});
