import { expect, it } from 'vitest';
import { LAYERS } from '../../../../shared/rules/layers.ts';
import { formatWhole } from '../../platform/text/format.ts';
import { homeTexts } from './home-texts.ts';

it('homeTexts names the layers of the product with their ranges', () => {
  expect(homeTexts.layers.map(({ name, range }) => [name, range])).toEqual(
    LAYERS.map(({ name, from, to }) => [
      name,
      `${[...new Set([from, to])].map((metres) => formatWhole(metres)).join('-')} m`,
    ]),
  );
});
