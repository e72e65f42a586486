/** Tests of how depths, rises, and differences are written. Rises and differences below 1 m are in centimetres. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMetres, toMetres } from '../../../../shared/rules/depth.ts';
import { formatDepth, formatDifference, formatRise } from './format-depth.ts';

it('formatDepth adds two decimals and an m', () => {
  expect(formatDepth(0)).toBe('0.00m');
  expect(formatDepth(12.345678)).toBe('12.35m');
});

it.each([
  [0.004999, '0.00m'],
  [0.005, '0.01m'],
  // The depths of members who have shared 1.5 and 2.5 MB.
  [0.015, '0.02m'],
  [0.025, '0.03m'],
  [1.005, '1.01m'],
  [-0.004, '0.00m'],
  [-0.006, '-0.01m'],
])('formatDepth rounds %d m half up to "%s"', (metres, text) => expect(formatDepth(metres)).toBe(text));

/** Depths in metres: whole micrometres up to 2 cm, 2 m, or 11,000 m. */
const depths = fc.oneof(fc.nat(20_000), fc.nat(2_000_000), fc.nat(11_000_000_000)).map(toMetres);

it('formatDepth adds a minus only to a depth that does not round to zero', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        depths,
        depths.map((metres) => -metres),
      ),
      (metres) => {
        const text = formatDepth(metres);

        expect(text.startsWith('-')).toBe(metres < -0.005);
        expect(Math.abs(Number.parseFloat(text) - metres)).toBeLessThanOrEqual(0.005001);
      },
    ),
  );
});

/** Returns the micrometres that a text states. */
function statedMicrometres(text: string): number {
  const [, number, unit] = /^[+−]?(\d+(?:\.\d+)?)(m| cm)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`Not a length: ${text}`);
  return fromMetres(Number(number) / (unit === 'm' ? 1 : 100));
}

describe('formatRise', () => {
  it.each([
    [0, '+0 cm'],
    [0.000001, '+0.0001 cm'],
    [0.00004, '+0.004 cm'],
    [0.00096, '+0.1 cm'],
    [0.001, '+0.1 cm'],
    [0.003, '+0.3 cm'],
    [-0.003, '−0.3 cm'],
    [0.01, '+1 cm'],
    [0.125, '+12.5 cm'],
    [0.9994, '+99.9 cm'],
    [0.9995, '+1.00m'],
    [1, '+1.00m'],
    [12.3, '+12.30m'],
    [-100, '−100.00m'],
    [10_000, '+10000.00m'],
  ])('formats %d m as "%s"', (metres, text) => expect(formatRise(metres)).toBe(text));

  it('rounds to the precision of its unit, and shows zero only for zero', () => {
    fc.assert(
      fc.property(depths, (metres) => {
        const micrometres = fromMetres(metres);
        const statedLength = statedMicrometres(formatRise(metres));
        // 0.1 cm below the length that rounds to 1.00 m, and 1 cm above it.
        const precision = micrometres < 1_000_000 - 500 ? 1000 : 10_000;

        expect(Math.abs(statedLength - micrometres)).toBeLessThanOrEqual(precision / 2);
        expect(statedLength === 0).toBe(micrometres === 0);
        if (metres > 0) expect(formatRise(-metres)).toBe(formatRise(metres).replace('+', '−'));
      }),
    );
  });
});

describe('formatDifference', () => {
  it.each([
    [0, '0 cm'],
    [0.000001, '0.1 cm'],
    [0.004, '0.4 cm'],
    [0.004001, '0.5 cm'],
    [-0.004, '0.4 cm'],
    [0.07, '7 cm'],
    [0.999, '99.9 cm'],
    [0.999001, '1.00m'],
    [1, '1.00m'],
    [12.300001, '12.31m'],
  ])('formats %d m as "%s"', (metres, text) => expect(formatDifference(metres)).toBe(text));

  it('rounds up to the precision of its unit', () => {
    fc.assert(
      fc.property(depths, (metres) => {
        const text = formatDifference(metres);
        const statedLength = statedMicrometres(text);
        const precision = text.endsWith('cm') || statedLength === 1_000_000 ? 1000 : 10_000;

        expect(statedLength).toBeGreaterThanOrEqual(fromMetres(metres));
        expect(statedLength - fromMetres(metres)).toBeLessThan(precision);
      }),
    );
  });
});
