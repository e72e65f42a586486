import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName } from '../../../../../shared/contract/file-name.ts';
import { listForbidden, savedName, tidyFileName } from './tidy-file-name.ts';

describe('tidyFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ["Nerea's dive.mp4", 'Nerea’s dive.mp4'],
    ['say "hello" (\'now\').txt', 'say “hello” (‘now’).txt'],
    ['reef 🐠🐡.png', 'reef 🐠🐡.png'],
    ['👩🏾‍🚀 in 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🇳🇴.png', '👩🏾‍🚀 in 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🇳🇴.png'],
    ['Where is it?.txt', 'Where is it_.txt'],
    ['<2 * 3>.txt', '_2 _ 3_.txt'],
    ['gpj.\u202Eexe', 'gpj.exe'],
    ['a/b\\c:d.zip', 'a-b-c-d.zip'],
    ['e\u0301tang.png', '\u00E9tang.png'],
    ['one\u00A0two\u2003three.txt', 'one two three.txt'],
    ['  spaced  .pdf', 'spaced.pdf'],
    ['🐳', '🐳'],
    ['\u200B.png', 'file.png'],
    ['🇳.png', 'file.png'],
    ['a\u200D\u200D🐳.png', 'a🐳.png'],
    ['...', 'file'],
    ['.gitignore', 'file.gitignore'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['深海の写真.jpg', '深海の写真.jpg'],
    ['', 'file'],
  ])('converts %j to %j', (name, tidy) => expect(tidyFileName(name)).toBe(tidy));

  it('keeps the extension of a name that it shortens', () => {
    const tidy = tidyFileName(`${'x'.repeat(400)}.jpeg`);
    expect(tidy).toHaveLength(255);
    expect(tidy.endsWith('x.jpeg')).toBe(true);
  });

  it('shortens a name between emoji', () => {
    const tidy = tidyFileName(`${'👩‍🚀'.repeat(80)}.png`);
    expect(fileName.safeParse(tidy).success).toBe(true);
    expect(tidy.length).toBeLessThanOrEqual(255);
  });

  const characters = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom(
        '.',
        ' ',
        '"',
        '/',
        'é',
        'e',
        '\u0301',
        '🐠',
        '🏽',
        '🇳',
        '\uFE0F',
        '\u200D',
        '𝒳',
        '\u1100',
        '\u1161',
      ),
    }),
  );

  it('always returns a name that the contract accepts', () => {
    fc.assert(
      fc.property(characters, (name) => {
        const tidy = tidyFileName(name);
        expect(fileName.safeParse(tidy), JSON.stringify(tidy)).toMatchObject({ success: true });
      }),
      { numRuns: 3000 },
    );
  });

  it('does not change a tidied name', () => {
    fc.assert(fc.property(characters, (name) => tidyFileName(tidyFileName(name)) === tidyFileName(name)));
  });

  it('does not change a valid name without outer or double spaces', () => {
    fc.assert(
      fc.property(
        characters.filter(
          (name) => fileName.safeParse(name).success && !name.includes('  ') && !/[. ]$|^\.| \./.test(name),
        ),
        (name) => tidyFileName(name) === name,
      ),
    );
  });
});

describe('savedName', () => {
  it.each([
    ['dive log', 'IMG_1.PNG', 'dive log.PNG'],
    ['dive log.png', 'IMG_1.PNG', 'dive log.png'],
    ['dive: log?', 'IMG_1.png', 'dive- log_.png'],
    ['dive.log', 'notes.txt', 'dive.log.txt'],
    ['', 'notes.txt', 'file.txt'],
    ['notes', 'README', 'notes'],
  ])('converts %j, typed for %s, to %j', (typedName, original, expectedName) => {
    expect(savedName(typedName, original)).toBe(expectedName);
  });
});

describe('listForbidden', () => {
  it('lists each visible character once', () => {
    expect(listForbidden('what? where?: 🐟.txt')).toEqual(['?', ':']);
    expect(listForbidden('gpj.\u202Eexe')).toEqual([]);
  });
});
