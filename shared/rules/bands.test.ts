/**
 * Tests of the bands of the depth index. A viewer's list reads only bands that begin below the viewer. See
 * docs/depth-index.md.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAND_UPPER_BOUNDS_METRES, bandOf, listVisibleBands } from './bands.ts';
import { MICROMETRES_PER_METRE } from './depth.ts';

describe('depth bands', () => {
  it('ends each band exactly at its upper bound', () => {
    BAND_UPPER_BOUNDS_METRES.filter(Number.isFinite).forEach((bound, band) => {
      expect(bandOf(bound * MICROMETRES_PER_METRE)).toBe(band);
      expect(bandOf(bound * MICROMETRES_PER_METRE + 1)).toBe(band + 1);
    });
  });

  it('puts the greatest depth into the last band', () => {
    expect(bandOf(Number.MAX_SAFE_INTEGER)).toBe(BAND_UPPER_BOUNDS_METRES.length - 1);
  });

  it.each<[metres: number, band: number]>([
    [0, 0],
    [0.000001, 1],
    [1, 1],
    [1.000001, 2],
    [10, 2],
    [10.000001, 3],
    [30, 3],
    [30.000001, 4],
    [100, 4],
    [100.000001, 5],
    [300, 5],
    [300.000001, 6],
    [1000, 6],
    [1000.000001, 7],
    [3000, 7],
    [3000.000001, 8],
    [10_000, 8],
    [10_000.000001, 9],
  ])('puts %d m into band %i, as in docs/depth-index.md', (metres, band) => {
    expect(bandOf(Math.round(metres * MICROMETRES_PER_METRE))).toBe(band);
    expect(listVisibleBands(Math.round(metres * MICROMETRES_PER_METRE))).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, band + 1),
    );
  });

  it('puts negative depths into band 0', () => {
    expect(bandOf(-1)).toBe(0);
  });

  it('lists a band as visible from a depth exactly if it begins below that depth', () => {
    fc.assert(
      fc.property(fc.nat(20_000 * MICROMETRES_PER_METRE), (depth) => {
        const expectedBands = BAND_UPPER_BOUNDS_METRES.flatMap((_, band) => {
          const lowerBound = BAND_UPPER_BOUNDS_METRES[band - 1] ?? Number.NEGATIVE_INFINITY;
          return lowerBound * MICROMETRES_PER_METRE < depth ? [band] : [];
        });

        expect(listVisibleBands(depth)).toEqual(expectedBands);
      }),
    );
  });

  it('ends bands at the depths of new members and of the packages', () => {
    for (const metres of [0, 100, 1000, 10_000]) {
      const depth = metres * MICROMETRES_PER_METRE;
      expect(bandOf(depth + 1)).toBe(bandOf(depth) + 1);
    }
  });
});
