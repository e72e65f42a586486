/** Tests of reading a typed depth, from 0 m to the member's own depth. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMetres } from '../../../../shared/rules/depth.ts';
import { formatMetres } from './format-depth.ts';
import { parseDepth } from './parse-depth.ts';

/** Depths as whole micrometres, up to 11,000 m. */
const anyMicrometres = fc.nat(11_000_000_000);

describe('parseDepth', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    [' 1.5 ', 1.5],
    ['1,5', 1.5],
    ['.5', 0.5],
    ['7.', 7],
    ['12.345678', 12.345678],
    ['123.45', 123.45],
  ])('parses "%s" as %d m', (text, metres) => expect(parseDepth(text, { ownDepth: 123.45 })).toBe(metres));

  it.each(['', '  '])('returns undefined for the empty text "%s"', (text) =>
    expect(parseDepth(text, { ownDepth: 123.45 })).toBeUndefined(),
  );

  it.each(['-1', '123.46', '1,234', '1.2.3', '.', ',', '1e1', '0x1', '12 m', 'ten', 'Infinity', 'NaN'])(
    'rejects "%s"',
    (text) => expect(parseDepth(text, { ownDepth: 123.45 })).toBe('invalid'),
  );

  it.each([0, -2])('offers no choice to a member at %d m', (ownDepth) =>
    expect(parseDepth('7', { ownDepth })).toBeUndefined(),
  );

  it.each([0, -2])('offers only 0 m for content above a member at %d m', (ownDepth) => {
    expect(parseDepth('0', { ownDepth, currentDepth: 7 })).toBe(0);
    expect(parseDepth('1', { ownDepth, currentDepth: 7 })).toBe('invalid');
  });

  it('returns undefined for the current depth, even above the own depth or below 0 m', () => {
    expect(parseDepth('20.50', { ownDepth: 12, currentDepth: 20.5 })).toBeUndefined();
    expect(parseDepth('-2.5', { ownDepth: 12, currentDepth: -2.5 })).toBeUndefined();
    expect(parseDepth('20.4', { ownDepth: 12, currentDepth: 20.5 })).toBe('invalid');
    expect(parseDepth('11', { ownDepth: 12, currentDepth: 20.5 })).toBe(11);
  });

  // The page shows 0.015 m, which is stored as slightly less, as 0.02.
  it.each([
    ['0.02', 0.015],
    ['64.51', 64.508],
  ])('takes "%s", as the page shows it, for the exact own depth of %d m', (text, ownDepth) =>
    expect(parseDepth(text, { ownDepth })).toBe(ownDepth),
  );

  it('returns undefined for the own depth as the page shows it if the content is exactly there', () =>
    expect(parseDepth('64.51', { ownDepth: 64.508, currentDepth: 64.508 })).toBeUndefined());

  it('takes the own depth as the page shows it for the exact own depth', () => {
    fc.assert(
      fc.property(anyMicrometres, (depth) => {
        const ownDepth = toMetres(depth + 1);
        // The number may be above the own depth.
        const shownDepth = formatMetres(ownDepth);
        const expectedDepth = Math.min(Number(shownDepth), ownDepth);

        expect(parseDepth(shownDepth, { ownDepth })).toBe(expectedDepth);
      }),
    );
  });

  it('accepts exactly the depths from 0 m to the own depth otherwise, and returns them without loss', () => {
    fc.assert(
      fc.property(anyMicrometres, anyMicrometres, (depth, addedDepth) => {
        const ownDepth = toMetres(depth + addedDepth + 1);
        // Unlike String, it writes no exponent for small numbers.
        const write = (micrometres: number) => toMetres(micrometres).toFixed(6);
        const higherDepth = write(depth + addedDepth + 2);
        fc.pre(Number(higherDepth) !== Number(formatMetres(ownDepth)));

        expect(parseDepth(write(depth), { ownDepth })).toBe(toMetres(depth));
        expect(parseDepth(higherDepth, { ownDepth })).toBe('invalid');
      }),
    );
  });
});
