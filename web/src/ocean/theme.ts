import { type Zone, zoneAt } from '../../../shared/rules/zones.ts';
import { type Palette, paletteAt } from './palette.ts';

/** The scenery of a depth. See docs/product.md#depth. Its creatures are in creatures-cast.ts. */
export interface Theme extends Zone {
  readonly metres: number;
  /** The colours of the water, of text, and the accent. */
  readonly palette: Palette;
}

/**
 * Returns the theme at a depth in metres: the colours of the ascent, and the zone's particles, bubbles, and light.
 *
 * @param options - see `paletteAt`
 */
export const themeOf = (metres: number, options: { isDimmed?: boolean } = {}): Theme => ({
  ...zoneAt(metres),
  metres,
  palette: paletteAt(metres, options),
});
