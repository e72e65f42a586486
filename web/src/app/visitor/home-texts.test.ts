import { expect, it } from 'vitest';
import { LAYERS } from '../../../../shared/rules/layers.ts';
import { formatWhole } from '../../platform/text/format-number.ts';
import { homeTexts } from './home-texts.ts';

/** Returns the range of a layer as the home page shows it: "100-999 m", or "10,000 m" for the surface. */
function describeRange(from: number, to: number): string {
  return from === to ? `${formatWhole(from)} m` : `${formatWhole(from)}-${formatWhole(to)} m`;
}

it('homeTexts names the layers of the product with their ranges', () => {
  expect(homeTexts.layers.map(({ name, range }) => ({ name, range }))).toEqual(
    LAYERS.map(({ name, from, to }) => ({ name, range: describeRange(from, to) })),
  );
});
