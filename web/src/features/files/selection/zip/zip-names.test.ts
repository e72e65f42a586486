/** Tests of the names of files in a zip archive, which must all differ. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildZipNames } from './zip-names.ts';

describe('buildZipNames', () => {
  it.each([
    [
      ['reef.png', 'reef.png', 'reef.png'],
      ['reef.png', 'reef (2).png', 'reef (3).png'],
    ],
    [
      ['Reef.png', 'reef.PNG'],
      ['Reef.png', 'reef (2).PNG'],
    ],
    [
      ['notes', 'notes'],
      ['notes', 'notes (2)'],
    ],
    [
      ['a.tar.gz', 'a.tar.gz'],
      ['a.tar.gz', 'a.tar (2).gz'],
    ],
    [
      ['.profile', '.profile'],
      ['.profile', '.profile (2)'],
    ],
  ])('numbers repeated names: %j', (names, expectedNames) => expect(buildZipNames(names)).toEqual(expectedNames));

  it('skips numbers that other files have', () =>
    expect(buildZipNames(['reef.png', 'reef.png', 'reef (2).png'])).toEqual([
      'reef.png',
      'reef (3).png',
      'reef (2).png',
    ]));

  it('returns names that differ even without case, and keeps each name that occurs once', () => {
    const anyName = fc.constantFrom('a', 'A', 'a (2)', 'a (3)', 'b.png', 'B.png', 'b (2).png');

    fc.assert(
      fc.property(fc.array(anyName), (names) => {
        const uniqueNames = buildZipNames(names);

        expect(new Set(uniqueNames.map((uniqueName) => uniqueName.toLowerCase())).size).toBe(names.length);
        for (const [index, name] of names.entries()) {
          const sameNames = names.filter((otherName) => otherName.toLowerCase() === name.toLowerCase());
          if (sameNames.length === 1) expect(uniqueNames[index]).toBe(name);
        }
      }),
    );
  });
});
