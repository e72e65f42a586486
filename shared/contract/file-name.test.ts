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
    ['300 characters', 'a'.repeat(300)],
    ['a leading space', ' a.png'],
    ['a decomposed letter', 'e\u0301.png'],
  ])('rejects a name with %s', (_, name) => expect(accepts(name)).toBe(false));
});
