import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAND_UPPER_BOUNDS_METRES, bandOf, listVisibleBands } from './bands.ts';

const MICROMETRES = 1_000_000;

describe('depth bands', () => {
  it('end exactly at their upper bounds', () => {
    BAND_UPPER_BOUNDS_METRES.filter(Number.isFinite).forEach((bound, band) => {
      expect(bandOf(bound * MICROMETRES)).toBe(band);
      expect(bandOf(bound * MICROMETRES + 1)).toBe(band + 1);
    });
  });

  it('cover every depth', () => {
    expect(bandOf(Number.MAX_SAFE_INTEGER)).toBe(BAND_UPPER_BOUNDS_METRES.length - 1);
  });

  it('put negative depths into band 0', () => {
    expect(bandOf(-1)).toBe(0);
  });

  it('are visible from a depth exactly if they begin below it', () => {
    fc.assert(
      fc.property(fc.nat(20_000 * MICROMETRES), (depth) => {
        const expected = BAND_UPPER_BOUNDS_METRES.flatMap((_, band) => {
          const lower = BAND_UPPER_BOUNDS_METRES[band - 1] ?? Number.NEGATIVE_INFINITY;
          return lower * MICROMETRES < depth ? [band] : [];
        });
        expect(listVisibleBands(depth)).toEqual(expected);
      }),
    );
  });

  it('end at the depths of new members and of the packages', () => {
    for (const metres of [0, 100, 1000, 10_000]) {
      const depth = metres * MICROMETRES;
      expect(bandOf(depth + 1)).toBe(bandOf(depth) + 1);
    }
  });
});
