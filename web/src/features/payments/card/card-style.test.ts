import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paletteAt } from '../../../ocean/palette.ts';
import { contrast, mix, parseColour } from '../../../test-support/colour-metrics.ts';
import { CARD_COLOURS } from './card-style.ts';

/** WCAG 2.2, level AA: normal text, and graphics. */
const AA_TEXT = 4.5;
const AA_GRAPHICS = 3;

it('the card field is readable at every depth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20_000, noNaN: true }), fc.boolean(), (metres, dimmed) => {
      const { scheme, surfaces } = paletteAt(metres, dimmed);
      // --field in tokens.css.
      const field = scheme === 'night' ? mix(parseColour(surfaces[0]), 0.75, [0, 0, 0]) : parseColour(surfaces[2]);
      const { icon, ...texts } = CARD_COLOURS[scheme];
      for (const colour of Object.values(texts)) {
        expect(contrast(parseColour(colour), field)).toBeGreaterThanOrEqual(AA_TEXT);
      }
      expect(contrast(parseColour(icon), field)).toBeGreaterThanOrEqual(AA_GRAPHICS);
    }),
  );
});
