import { expect, it } from 'vitest';
import { LAYERS } from '../../../../shared/rules/layers.ts';
import { formatWhole } from '../../platform/text/format.ts';
import { homeTexts } from './home-texts.ts';

it("the home page's layers are those of the product", () => {
  expect(homeTexts.layers.map(({ name, range }) => [name, range])).toEqual(
    LAYERS.map(({ name, from, to }) => [
      name,
      `${[...new Set([from, to])].map((metres) => formatWhole(metres)).join('-')} m`,
    ]),
  );
});
