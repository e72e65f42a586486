import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paletteAt } from '../../../ocean/palette.ts';
import { contrast, mix, parseColour } from '../../../test-support/colour-metrics.ts';
import { CARD_COLOURS } from './card-style.ts';

/** Minimum contrast ratios of WCAG 2.2, level AA. */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_GRAPHICS_CONTRAST = 3;

it('CARD_COLOURS are readable in the card fields at every depth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20_000, noNaN: true }), fc.boolean(), (metres, isDimmed) => {
      const { scheme, surfaces } = paletteAt(metres, { isDimmed });
      // The same as --field in tokens.css.
      const fieldColour =
        scheme === 'night' ? mix(parseColour(surfaces[0]), 0.75, [0, 0, 0]) : parseColour(surfaces[2]);

      const { icon, ...textColours } = CARD_COLOURS[scheme];
      for (const colour of Object.values(textColours)) {
        expect(contrast(parseColour(colour), fieldColour)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
      }

      expect(contrast(parseColour(icon), fieldColour)).toBeGreaterThanOrEqual(MIN_GRAPHICS_CONTRAST);
    }),
  );
});
