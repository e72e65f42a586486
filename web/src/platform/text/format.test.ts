import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMetres, toMetres } from '../../../../shared/rules/depth.ts';
import {
  formatClock,
  formatDateTime,
  formatDepth,
  formatDifference,
  formatFileSize,
  formatRelativeTime,
  formatRise,
  formatWhole,
} from './format.ts';

describe('formatFileSize', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_569, '1023.99 KB'],
    [1_048_575, '1.00 MB'],
    [1_048_576, '1.00 MB'],
    [1_048_576_000, '1000.00 MB'],
    [1_073_741_824, '1.00 GB'],
    [5_000_000_000_000, '4656.61 GB'],
  ])('formats %i bytes as "%s"', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
});

describe('formatRelativeTime', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  it.each([
    ['2026-03-10T12:00:00Z', 'a moment ago'],
    ['2026-03-10T12:00:30Z', 'a moment ago'],
    ['2026-03-10T11:59:56Z', 'a moment ago'],
    ['2026-03-10T11:59:55Z', '5 seconds ago'],
    ['2026-03-10T11:59:30Z', '30 seconds ago'],
    ['2026-03-10T11:59:00.001Z', '59 seconds ago'],
    ['2026-03-10T11:59:00Z', '1 minute ago'],
    ['2026-03-10T09:00:01Z', '2 hours ago'],
    ['2026-03-09T12:00:00Z', '1 day ago'],
    ['2026-02-20T12:00:00Z', '2 weeks ago'],
    ['2024-03-10T12:00:00Z', '2 years ago'],
    ['1026-03-10T12:00:00Z', '1,000 years ago'],
    ['not a time', ''],
  ])('formats %s as "%s"', (time, text) => expect(formatRelativeTime(time, now)).toBe(text));
});

it('formatDepth adds two decimals and an m', () => {
  expect(formatDepth(0)).toBe('0.00m');
  expect(formatDepth(12.345678)).toBe('12.35m');
});

/** Depths in metres: whole micrometres up to 2 cm, 2 m, or 11,000 m. */
const depths = fc.oneof(fc.nat(20_000), fc.nat(2_000_000), fc.nat(11_000_000_000)).map(toMetres);

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

it.each([
  [0, '0'],
  [999, '999'],
  [5000, '5,000'],
  [1_234_567, '1,234,567'],
])('formatWhole formats %i as "%s", like Intl.NumberFormat', (value, text) => {
  expect(formatWhole(value)).toBe(text);
  expect(new Intl.NumberFormat('en').format(value)).toBe(text);
});

it('formatClock and formatDateTime format times in English', () => {
  const evening = new Date(2026, 0, 5, 21, 5).toISOString();

  expect(formatClock(evening)).toMatch(/^09:05\sPM$/);
  expect(formatDateTime(evening)).toMatch(/^Jan 5, 2026, 9:05\sPM$/);
});

describe('sources of the web app', () => {
  const SOURCES = join(import.meta.dirname, '../..');

  it("finds no source that formats in the browser's language", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

    const usesBrowserLanguage = (file: string) =>
      /\.toLocale(Date|Time)?String\((?!')|Intl\.(DateTime|Number|RelativeTime|List)Format\((?!')/.test(
        readFileSync(join(SOURCES, file), 'utf8'),
      );
    expect(files.filter((file) => usesBrowserLanguage(file) && file !== 'platform/text/format.test.ts')).toEqual([]);
  });
});
