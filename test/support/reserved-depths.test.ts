/** Tests that no two test files reserve the same depths. See CONTRIBUTING.md#tests. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PURCHASES } from '../../infra/local/seed/purchases.ts';
import { SURFACE_METRES } from '../../shared/rules/depth.ts';
import { type DepthRange, RESERVED_DEPTHS } from './reserved-depths.ts';

/** Maximum rise by uploads of a demo member, in metres. */
const MAX_UPLOADED_METRES = 1;

/** The name of a range's owner, such as a test file, and the range. */
type NamedRange = [name: string, range: DepthRange];

/** Depth ranges of the demo community: of members who only upload, and of members who bought depth. */
const DEMO_DEPTHS = [0, ...PURCHASES.map(({ metres }) => metres)].map(
  (metres): NamedRange => [`demo member at ${metres} m`, { from: metres, to: metres + MAX_UPLOADED_METRES }],
);

const reservations: NamedRange[] = Object.entries(RESERVED_DEPTHS);

/** Returns the names of ranges that overlap another one. */
function findOverlaps(ranges: readonly NamedRange[]): string[] {
  const sortedRanges = ranges.toSorted(([, a], [, b]) => a.from - b.from);
  return sortedRanges
    .filter(([, { from }], index) => index > 0 && from <= sortedRanges[index - 1]![1].to)
    .map(([name]) => name);
}

describe('reserved depths', () => {
  it.each(reservations)('reserved depths of %s lie between the bottom and the surface', (_, { from, to }) => {
    expect(from).toBeGreaterThan(0);
    expect(to).toBeGreaterThan(from);
    expect(to).toBeLessThan(SURFACE_METRES);
  });

  it('reserved depths of two files do not overlap', () => {
    expect(findOverlaps(reservations)).toEqual([]);
  });

  it.each(reservations)('reserved depths of %s have no demo members', (...reservation) => {
    for (const demoRange of DEMO_DEPTHS) expect(findOverlaps([reservation, demoRange])).toEqual([]);
  });

  it.each(reservations)('reserved depths of %s are used by that file only', (file) => {
    for (const [otherFile] of reservations) {
      const source = readFileSync(new URL(`../${otherFile}`, import.meta.url), 'utf8');
      expect(source.includes(`RESERVED_DEPTHS['${file}']`), otherFile).toBe(otherFile === file);
    }
  });
});
