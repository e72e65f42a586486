/** Tests of the file name that the page suggests. The contract must accept every suggestion. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameSchema } from '../../../../../shared/contract/file-name.ts';
import { listForbidden, savedName, tidyFileName } from './tidy-file-name.ts';

describe('tidyFileName', () => {
  it.each([
    // Allowed names stay.
    ['report.pdf', 'report.pdf'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['深海の写真.jpg', '深海の写真.jpg'],
    ['🐳', '🐳'],
    // Quotes become typographic.
    ["Nerea's dive.mp4", 'Nerea’s dive.mp4'],
    ['say "hello" (\'now\').txt', 'say “hello” (‘now’).txt'],
    ['reef 🐠🐡.png', 'reef 🐠🐡.png'],
    ['👩🏾‍🚀 in 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🇳🇴.png', '👩🏾‍🚀 in 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 🇳🇴.png'],
    // Reserved characters become an underscore or a hyphen.
    ['Where is it?.txt', 'Where is it_.txt'],
    ['<2 * 3>.txt', '_2 _ 3_.txt'],
    ['a/b\\c:d.zip', 'a-b-c-d.zip'],
    // Characters get their composed form, spaces become plain, and outer spaces are removed.
    ['e\u0301tang.png', '\u00E9tang.png'],
    ['one\u00A0two\u2003three.txt', 'one two three.txt'],
    ['  spaced  .pdf', 'spaced.pdf'],
    // Invisible characters are removed, and so are parts of emoji that stand alone.
    ['gpj.\u202Eexe', 'gpj.exe'],
    ['a\u200D\u200D🐳.png', 'a🐳.png'],
    ['\u200B.png', 'file.png'],
    ['a.png\u3164\uFFA0\u115F\u1160.exe', 'a.png.exe'],
    ['🇳.png', 'file.png'],
    // A pile of marks is shortened.
    [`Q${'\u0308'.repeat(100)}.png`, `Q${'\u0308'.repeat(11)}.png`],
    // A name without a letter is replaced, but keeps its extension.
    ['...', 'file'],
    ['.gitignore', 'file.gitignore'],
    ['', 'file'],
  ])('converts %j to %j', (name, tidyName) => expect(tidyFileName(name)).toBe(tidyName));

  it('keeps the extension of a shortened name', () => {
    const tidyName = tidyFileName(`${'x'.repeat(400)}.jpeg`);

    expect(tidyName).toHaveLength(255);
    expect(tidyName.endsWith('x.jpeg')).toBe(true);
  });

  it('shortens a name between emoji', () => {
    const tidyName = tidyFileName(`${'👩‍🚀'.repeat(80)}.png`);

    expect(fileNameSchema.safeParse(tidyName).success).toBe(true);
    expect(tidyName.length).toBeLessThanOrEqual(255);
  });

  /** Any text, often with characters that combine. */
  const anyName = fc.oneof(
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
        '\u1160',
        '\u0301'.repeat(13),
        '🐠\u200D'.repeat(13),
      ),
    }),
  );

  it('always returns a name that the contract accepts', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const tidyName = tidyFileName(name);
        expect(fileNameSchema.safeParse(tidyName), JSON.stringify(tidyName)).toMatchObject({ success: true });
      }),
      { numRuns: 3000 },
    );
  });

  it('does not change a tidied name', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const tidyName = tidyFileName(name);
        return tidyFileName(tidyName) === tidyName;
      }),
    );
  });

  it('does not change a valid name without outer or double spaces', () => {
    const isValid = (name: string) => fileNameSchema.safeParse(name).success;
    const hasMisplacedSpaceOrDot = (name: string) => name.includes('  ') || /[. ]$|^\.| \./.test(name);
    const tidyNames = anyName.filter((name) => isValid(name) && !hasMisplacedSpaceOrDot(name));

    fc.assert(fc.property(tidyNames, (name) => tidyFileName(name) === name));
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
  ])('converts %j, typed for %s, to %j', (typedName, originalName, expectedName) => {
    expect(savedName(typedName, originalName)).toBe(expectedName);
  });
});

describe('listForbidden', () => {
  it('lists each visible character once', () => {
    expect(listForbidden('what? where?: 🐟.txt')).toEqual(['?', ':']);
    expect(listForbidden('gpj.\u202Eexe')).toEqual([]);
  });
});
