/**
 * Tests of the moments that are announced after a rise: charted zones (every 10 m to 100 m) and the surface (10,000 m).
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addMoment, type Moment, momentBetween, takeMoment } from './moment.ts';

/** Builds the moment of charting these zones. The zone of level 1 begins at 10 m, the zone of level 2 at 20 m, etc. */
const chartedMoment = (...levels: number[]) => ({ kind: 'charted', levels }) as const;

describe('momentBetween', () => {
  it.each<[from: number, to: number, moment: Moment | undefined]>([
    [0, 9.99, undefined],
    [9.99, 10, chartedMoment(1)],
    [10, 19.99, undefined],
    [0, 45, chartedMoment(1, 2, 3, 4)],
    [95, 3000, chartedMoment(10)],
    [100, 3000, undefined],
    [0, 10_000, { kind: 'surface' }],
    [9999.99, 10_000, { kind: 'surface' }],
    [10_000, 30_000, undefined],
    [25, 5, undefined],
  ])('returns for a rise from %d m to %d m: %j', (from, to, moment) => expect(momentBetween(from, to)).toEqual(moment));

  it('charts every zone once, in any number of steps', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { maxLength: 20 }), (depths) => {
        // The last zone begins at 100 m.
        const steps = [0, ...depths, 150].sort((a, b) => a - b);
        const levels = steps.slice(1).flatMap((to, index) => {
          const moment = momentBetween(steps[index]!, to);
          return moment?.kind === 'charted' ? moment.levels : [];
        });

        expect(levels).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      }),
    );
  });
});

it('addMoment adds zones to those still shown, and replaces zones by the surface', () => {
  expect(addMoment(chartedMoment(1), chartedMoment(2, 3))).toEqual(chartedMoment(1, 2, 3));
  expect(addMoment(chartedMoment(1), { kind: 'surface' })).toEqual({ kind: 'surface' });
  expect(addMoment(undefined, chartedMoment(4))).toEqual(chartedMoment(4));
});

describe('takeMoment', () => {
  let entries: Map<string, string>;
  beforeEach(() => {
    entries = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('returns nothing on the first visit, even at the surface', () => {
    expect(takeMoment('new', 0)).toBeUndefined();
    expect(takeMoment('old', 10_000)).toBeUndefined();
    expect(takeMoment('old', 10_000)).toBeUndefined();
  });

  it('returns each moment once per member', () => {
    takeMoment('one', 5);
    takeMoment('other', 5);

    expect(takeMoment('one', 25)).toEqual(chartedMoment(1, 2));
    expect(takeMoment('one', 25)).toBeUndefined();
    expect(takeMoment('one', 10_000)).toEqual({ kind: 'surface' });
    expect(takeMoment('other', 25)).toEqual(chartedMoment(1, 2));
  });

  it('returns no moment again when a member sinks and rises', () => {
    takeMoment('one', 5);
    takeMoment('one', 25);

    expect(takeMoment('one', 3)).toBeUndefined();
    expect(takeMoment('one', 29)).toBeUndefined();
    expect(takeMoment('one', 31)).toEqual(chartedMoment(3));
  });

  it('treats damaged storage as a first visit', () => {
    entries.set('fathom.ascent', '{"one":');
    expect(takeMoment('one', 25)).toBeUndefined();
    expect(takeMoment('one', 31)).toEqual(chartedMoment(3));
  });

  it('returns each moment once without storage', () => {
    const denyAccess = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: denyAccess, setItem: denyAccess });
    takeMoment('unstored', 5);

    expect(takeMoment('unstored', 15)).toEqual(chartedMoment(1));
    expect(takeMoment('unstored', 15)).toBeUndefined();
  });
});
