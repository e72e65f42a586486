/** Tests of limiting the marks on one letter, which could otherwise cover other lines. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CHARACTER_LENGTH, shortenCharacters } from './shorten-characters.ts';

/** Returns the code points of the longest character in a text. */
function measureLongestCharacter(text: string): number {
  return Math.max(0, ...Array.from(new Intl.Segmenter().segment(text), ({ segment }) => [...segment].length));
}

describe('shortenCharacters', () => {
  it.each<[title: string, unit: string]>([
    ['accents above a letter', '\u0308\u0301'],
    ['accents with joiners between them', '\u0308\u200C'],
    ['vowel signs of Thai', '\u0E49'],
    ['joined emoji', '🐙\u200D'],
    ['skin tones', '🏽'],
    ['tags', '\u{E0061}'],
    ['syllables of Hangul', '\u1100'],
    ['joined letters of Devanagari', '\u0915\u094D'],
    ['number signs of Arabic', '\u0600'],
  ])('shortens a character of hundreds of %s', (_title, unit) => {
    const text = shortenCharacters(`Reef Q${unit.repeat(300)} tide`);

    expect(measureLongestCharacter(text)).toBeLessThanOrEqual(MAX_CHARACTER_LENGTH);
    expect(text).toMatch(/^Reef .+ tide$/u);
  });

  it.each([
    'Z\u0361\u0361\u0361',
    '👩🏿‍❤️‍💋‍👨🏽👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🏳️‍🌈',
    'ཧྐྵྨླྺྼྻྂ',
    'र्त्स्न्याँ',
    'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים',
    'البحر عميق جداً وفيه أسماك كثيرة',
    '深い海にはたくさんの魚がいます。波は静かです。',
    '🇳🇴🇵🇹🇳🇴🇵🇹🇳🇴🇵🇹🇳🇴🇵🇹🇳🇴🇵🇹',
  ])('keeps %s', (text) => expect(shortenCharacters(text)).toBe(text));

  it('removes characters that would join a shortened one', () => {
    const joiner = `🐙${'\u0301'.repeat(10)}\u0903\u200D`;
    const text = shortenCharacters(`${joiner}🐚`);

    expect(measureLongestCharacter(`${joiner}🐚`)).toBe(13);
    expect(text).toBe(`🐙${'\u0301'.repeat(10)}\u200D`);
  });

  it('returns short characters in Unicode form C, and the same text for its own result', () => {
    const parts = [
      'a',
      '\u0301',
      '\u0308',
      '\u200D',
      '🐙',
      '🇳',
      '\u1100',
      '\u1161',
      '각',
      '\u0915',
      '\u094D',
      '\u0600',
      '\u0903',
      '\u0323',
    ];
    const unit = fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...parts.map((part) => part.repeat(13))));

    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (raw) => {
        const text = shortenCharacters(raw.normalize('NFC'));
        expect(measureLongestCharacter(text)).toBeLessThanOrEqual(MAX_CHARACTER_LENGTH);
        expect(text.normalize('NFC')).toBe(text);
        expect(shortenCharacters(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('shortens each of many long characters', () => {
    const longCharacter = `🐙${'\u0301'.repeat(20)}\u0903`;

    const text = shortenCharacters(`${longCharacter} `.repeat(2000));

    const shortCharacter = `🐙${'\u0301'.repeat(MAX_CHARACTER_LENGTH - 2)}\u0903`;
    expect(text).toBe(`${shortCharacter} `.repeat(2000));
  });
});
