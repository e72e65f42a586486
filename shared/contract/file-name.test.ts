/** Tests of the schema of file names, which must be safe on every system. */
import { describe, expect, it } from 'vitest';
import { encodeFormat, type FieldFormat } from './field-rule.ts';
import { fileNameSchema } from './file-name.ts';

const accepts = (name: string) => fileNameSchema.safeParse(name).success;

describe('fileNameSchema', () => {
  it.each(['reef.png', 'Mum’s birthday (2) — final.jpeg', 'מסמך.pdf', '報告書.txt', 'Ünïcödé_é.zip', 'a'.repeat(255)])(
    'accepts %s',
    (name) => expect(accepts(name)).toBe(true),
  );

  it.each<[title: string, name: string]>([
    ['an emoji', 'fish🐟.png'],
    ['emoji alone', '🐠🐡'],
    ['a text symbol as emoji', '❤️.png'],
    ['a text symbol', '❤.png'],
    ['skin tones', '🤙🏽👍🏿.png'],
    ['joined emoji', '👩‍🚀 👨‍👩‍👧‍👦.png'],
    ['joined emoji with a skin tone', '👩🏾‍🚀.png'],
    ['two people with skin tones', '🧑🏻‍🤝‍🧑🏿.png'],
    ['a joined emoji with variation selectors', '🏳️‍🌈 🏳️‍⚧️ 🏴‍☠️ ❤️‍🔥.png'],
    ['flags of countries', '🇳🇴🇵🇹.png'],
    ['flags with tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿.png'],
    ['a keycap', '1️⃣.png'],
  ])('accepts %s', (_, name) => expect(accepts(name)).toBe(true));

  it('rejects long names in linear time', () => {
    for (const unit of ['ℹ️', '🐟', '👩‍🚀', '🇳🇴']) {
      expect(accepts(`${unit.repeat(Math.floor(250 / unit.length))}/`)).toBe(false);
    }
  });

  it.each<[title: string, name: string]>([
    ['no characters', ''],
    ['a slash', 'a/b.png'],
    ['a backslash', 'a\\b.png'],
    ['only dots', '..'],
    ['a double quote', 'a"b.png'],
    ['a single quote', "a'b.png"],
    ['a question mark', 'what?.png'],
    ['an asterisk', 'a*.png'],
    ['a pile of marks', `Q${'\u0308'.repeat(100)}.png`],
    ['a letter of Thai with many vowel signs', `\u0E01${'\u0E49'.repeat(200)}.txt`],
    ['many joined emoji', `${'🐙\u200D'.repeat(80)}🐙.png`],
    ['one regional indicator', 'a🇳.png'],
    ['three regional indicators', '🇳🇴🇳.png'],
    ['a joiner between letters', 'a\u200Db.png'],
    ['a joiner after an emoji', '🐟\u200D.png'],
    ['a joiner before an emoji', 'a\u200D🐟.png'],
    ['two joiners', '👩\u200D\u200D🚀.png'],
    ['a joiner after a flag', '🇳🇴\u200D🐟.png'],
    ['tags without a flag', 'a\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.png'],
    ['tags that spell text', '🏴\u{E0065}\u{E0078}\u{E0065}\u{E007F}.png'],
    ['tags without an end', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}.png'],
    ['half an emoji', 'a\uD83D.png'],
    ['a left-to-right isolate', 'a\u2066🐟\u2069.png'],
    ['a byte order mark', '\uFEFFa.png'],
    ['a soft hyphen', 'a\u00ADb.png'],
    ['a line break', 'a\r\nb.png'],
    ['a null character', 'a\0.png'],
    ['a right-to-left override', '\u202Egnp.exe'],
    ['a right-to-left mark', 'a\u200F.png'],
    ['a zero-width space', 'a\u200B.png'],
    ['Hangul fillers that hide its ending', `a.png${'\u3164'.repeat(200)}.exe`],
    ['markup', '<b>.png'],
    ['256 characters', 'a'.repeat(256)],
    ['a leading space', ' a.png'],
    ['a trailing space', 'a.png '],
    ['only one dot', '.'],
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

  it.each<[name: string, rule: FieldFormat]>([
    ['a/b', 'file-name'],
    [' a', 'trimmed'],
    ['..', 'not-dots'],
    ['e\u0301', 'normalized'],
  ])('names the rule that %j breaks', (name, rule) => {
    expect(fileNameSchema.safeParse(name).error?.issues.map((issue) => issue.message)).toEqual([encodeFormat(rule)]);
  });
});
