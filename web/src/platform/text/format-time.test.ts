import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatClock, formatDateTime, formatRelativeTime } from './format-time.ts';

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

it('formatClock and formatDateTime format times in English', () => {
  const evening = new Date(2026, 0, 5, 21, 5).toISOString();

  expect(formatClock(evening)).toMatch(/^9:05\sPM$/);
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
    expect(files.filter((file) => usesBrowserLanguage(file) && file !== 'platform/text/format-time.test.ts')).toEqual(
      [],
    );
  });
});
