/** Tests of the depth that an author chooses: from 0 m to their own depth. See docs/product.md#visibility. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMetres } from '../../shared/rules/depth.ts';
import { InvalidInput } from '../platform/errors.ts';
import { parseChosenDepth } from './chosen-depth.ts';

/** Depths in micrometres, from below the bottom (a refund can cause that) to above the surface. */
const depths = fc.integer({ min: -1_000_000, max: 11_000_000_000 });

describe('parseChosenDepth', () => {
  it('accepts 0 m and every depth up to the depth of the author, and nothing above', () => {
    fc.assert(
      fc.property(depths, fc.nat({ max: 11_000_000_000 }), (authorDepth, chosenDepth) => {
        const parse = () => parseChosenDepth({ depth: authorDepth }, chosenDepth / 1_000_000);

        if (chosenDepth <= Math.max(0, authorDepth)) expect(parse()).toBe(chosenDepth);
        else expect(parse).toThrow(InvalidInput);
      }),
    );
  });

  it('makes no choice without a depth in the request', () => {
    expect(parseChosenDepth({ depth: fromMetres(5) }, undefined)).toBeUndefined();
  });

  it('states a maximum in whole centimetres that is accepted', () => {
    const author = { depth: fromMetres(12.345678) };

    expect(() => parseChosenDepth(author, 12.35)).toThrow('Depth must be at most 12.34 metres.');
    expect(parseChosenDepth(author, 12.34)).toBe(12_340_000);
  });

  it('lets an author below the bottom choose only 0 m', () => {
    expect(parseChosenDepth({ depth: -5_000_000 }, 0)).toBe(0);
    expect(() => parseChosenDepth({ depth: -5_000_000 }, 1)).toThrow('Depth must be at most 0 metres.');
  });
});
