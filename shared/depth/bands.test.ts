import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAND_UPPER_BOUNDS_METRES, bandOf, bandsVisibleFrom } from './bands.ts';

const MICROMETRES = 1_000_000;

describe('depth bands', () => {
  it('end exactly at their upper bounds', () => {
    BAND_UPPER_BOUNDS_METRES.filter(Number.isFinite).forEach((bound, band) => {
      expect(bandOf(bound * MICROMETRES)).toBe(band);
      expect(bandOf(bound * MICROMETRES + 1)).toBe(band + 1);
    });
  });

  it('have a place for every depth', () => {
    expect(bandOf(Number.MAX_SAFE_INTEGER)).toBe(BAND_UPPER_BOUNDS_METRES.length - 1);
  });

  it('put what lies below zero at the bottom', () => {
    expect(bandOf(-1)).toBe(0);
  });

  it('show from any depth each band that begins below it or ends at it, and no other', () => {
    fc.assert(
      fc.property(fc.nat(20_000 * MICROMETRES), (depth) => {
        const expected = BAND_UPPER_BOUNDS_METRES.flatMap((_, band) => {
          const lower = BAND_UPPER_BOUNDS_METRES[band - 1] ?? Number.NEGATIVE_INFINITY;
          return lower * MICROMETRES < depth ? [band] : [];
        });
        expect(bandsVisibleFrom(depth)).toEqual(expected);
      }),
    );
  });

  it('hold nothing above viewers who have just arrived, or have bought what is offered', () => {
    for (const metres of [0, 100, 1000, 10_000]) {
      const depth = metres * MICROMETRES;
      expect(bandOf(depth + 1)).toBe(bandOf(depth) + 1);
    }
  });
});
