import { describe, expect, it } from 'vitest';
import { fileName } from './file-name.ts';

const accepts = (name: string) => fileName.safeParse(name).success;

describe('fileName', () => {
  it.each(['reef.png', 'Mum’s birthday (2) — final.jpeg', 'מסמך.pdf', '報告書.txt', 'Ünïcödé_é.zip', 'a'.repeat(255)])(
    'accepts %s',
    (name) => expect(accepts(name)).toBe(true),
  );

  it.each([
    ['no characters', ''],
    ['a slash', 'a/b.png'],
    ['a backslash', 'a\\b.png'],
    ['only dots', '..'],
    ['a double quote', 'a"b.png'],
    ['a single quote', "a'b.png"],
    ['an emoji', 'fish🐟.png'],
    ['a line break', 'a\r\nb.png'],
    ['a null character', 'a\0.png'],
    ['a right-to-left override', '\u202Egnp.exe'],
    ['a right-to-left mark', 'a\u200F.png'],
    ['a zero-width space', 'a\u200B.png'],
    ['markup', '<b>.png'],
    ['256 characters', 'a'.repeat(256)],
    ['a leading space', ' a.png'],
    ['a trailing space', 'a.png '],
    ['one dot', '.'],
    ['a colon', 'a:b.png'],
    ['a control character at its end', 'a.png\n'],
    ['a decomposed letter', 'e\u0301.png'],
  ])('rejects a name with %s', (_, name) => expect(accepts(name)).toBe(false));

  it.each(['.profile', '...a', 'a.', 'a', '_-–—()[]{}+,;@#%&=!~$^’‘“”«»·', 'a b', '٣½', 'नमस्ते'])(
    'accepts "%s"',
    (name) => {
      expect(accepts(name)).toBe(true);
    },
  );

  it.each([
    ['a/b', 'must not contain slashes, quotes, emoji, control characters or invisible direction marks'],
    [' a', 'must not begin or end with a space'],
    ['..', 'must not consist of dots only'],
    ['e\u0301', 'must be in Unicode normalization form C'],
  ])('explains what is wrong with %j', (name, message) => {
    expect(fileName.safeParse(name).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
