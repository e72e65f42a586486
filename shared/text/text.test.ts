import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, countCharacters, isBlank } from './text.ts';

describe('countCharacters', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🐙🐙', 2],
    ['naïve', 5],
  ])('counts "%s" as %i', (text, length) => {
    expect(countCharacters(text)).toBe(length);
  });
});

describe('isBlank', () => {
  it.each(['', '   ', '\n\t', '\u200B\u200C\u200D', '\uFEFF', '\u2060', '\u3164', '\u2800', '\u00A0', '\uFE0F'])(
    'returns true for %j',
    (text) => {
      expect(isBlank(text)).toBe(true);
    },
  );

  it.each(['a', '.', '🐚', ' \u200Bx ', 'مرحبا', '深'])('returns false for %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('cleanText and cleanLine', () => {
  it('normalise line breaks and remove control characters', () => {
    expect(cleanText('  one\r\ntwo\rthree\u0000\u0007\tfour\n')).toBe('one\ntwo\nthree\tfour');
  });

  it('join lines and remove direction overrides from a single line', () => {
    expect(cleanLine('Marina \n\t\u202Eanirام')).toBe('Marina anirام');
  });

  it('collapse white space around removed control characters', () => {
    expect(cleanLine('Marina\t\u0000\tRios')).toBe('Marina Rios');
  });

  it('are idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      }),
    );
  });
});
