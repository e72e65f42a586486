import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAND_LOWER_BOUNDS_METRES, bandOf, bandsVisibleFrom } from './bands.ts';

const MICROMETRES = 1_000_000;

describe('depth bands', () => {
  it('begin exactly at their lower bounds', () => {
    BAND_LOWER_BOUNDS_METRES.forEach((bound, band) => {
      expect(bandOf(bound * MICROMETRES)).toBe(band);
      if (band > 0) expect(bandOf(bound * MICROMETRES - 1)).toBe(band - 1);
    });
  });

  it('put what lies below zero at the bottom', () => {
    expect(bandOf(-1)).toBe(0);
  });

  it('show from any depth each band that begins at or below it, and no other', () => {
    fc.assert(
      fc.property(fc.nat(20_000 * MICROMETRES), (depth) => {
        const expected = BAND_LOWER_BOUNDS_METRES.flatMap((bound, band) =>
          bound * MICROMETRES <= depth ? [band] : [],
        );
        expect(bandsVisibleFrom(depth)).toEqual(expected);
      }),
    );
  });
});
