/** Tests of how texts of members are cleaned and counted. An emoji counts as one character. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, countCodePoints, countJsonBytes, isBlank } from './text.ts';

describe('countCodePoints', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🐙🐙', 2],
    ['naïve', 5],
  ])('counts "%s" as %i', (text, length) => {
    expect(countCodePoints(text)).toBe(length);
  });
});

describe('countJsonBytes', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🐙', 4],
    ['é', 2],
    ['"\\\n\t', 8],
    ['\ud83d', 6],
  ])('counts the bytes of %j as %i', (text, bytes) => {
    expect(countJsonBytes(text)).toBe(bytes);
  });
});

describe('isBlank', () => {
  it.each([
    '',
    '   ',
    '\n\t',
    '\u200B\u200C\u200D',
    '\uFEFF',
    '\u2060',
    '\u3164',
    '\u2800',
    '\u00A0',
    '\uFE0F',
    '\uFE00',
    '\u115F',
    '\u1160',
    '\uFFA0',
    '\u034F',
    '\u17B4',
    '\u17B5',
    '\u2028',
    '\u0000',
    '\u00AD',
    '\u{E0001}',
    '\u{E0100}',
    '\u{E01EF}',
    '\u180B',
    '\u180F',
    ' \u2800\u3164 ',
    '\u{1D159}',
    '\u{13441}\u{13442}',
  ])('returns true for %j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each([
    'a',
    '.',
    '🐚',
    ' \u200Bx ',
    'مرحبا',
    '深',
    '\u1161',
    '\u3163',
    '\u0301a',
    'ក',
    '\uFE10',
    '\u{1D158}',
    '\u{13443}',
  ])('returns false for %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('cleanText and cleanLine', () => {
  it('normalizes line breaks and removes control characters', () => {
    expect(cleanText('  one\r\ntwo\rthree\u0000\u0007\tfour\n')).toBe('one\ntwo\nthree\tfour');
  });

  it('keeps tabs and line feeds of a text, but not other controls', () => {
    expect(cleanText('a\tb\n\nc\u0008\u000B\u001F\u007F\u0080\u009Fd')).toBe('a\tb\n\ncd');
  });

  it('composes letters', () => {
    expect(cleanText('e\u0301')).toBe('é');
  });

  it.each(['200E', '200F', '061C'])(
    'removes the direction mark U+%s from a single line, and keeps it in a text',
    (code) => {
      const mark = String.fromCodePoint(Number.parseInt(code, 16));
      expect(cleanLine(`${mark}Ma${mark}rina${mark}`)).toBe('Marina');
      expect(cleanText(`\u05D0${mark}!`)).toBe(`\u05D0${mark}!`);
    },
  );

  it.each(['202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069'])(
    'removes the direction override U+%s',
    (code) => {
      const override = String.fromCodePoint(Number.parseInt(code, 16));
      expect(cleanLine(`a${override}b${override}`)).toBe('ab');
      expect(cleanText(`a${override}\nb${override}`)).toBe('a\nb');
    },
  );

  it('keeps the neighbours of direction overrides', () => {
    expect(cleanLine('a\u2029b\u202Fc\u2065d\u206Ae')).toBe('a b c\u2065d\u206Ae');
  });

  it('joins lines and removes direction overrides from a single line', () => {
    expect(cleanLine('Marina \n\t\u202Eanirام')).toBe('Marina anirام');
  });

  it('collapses white space around removed control characters', () => {
    expect(cleanLine('Marina\t\u0000\tRios')).toBe('Marina Rios');
  });

  it('shortens a pile of marks', () => {
    const pile = `X${'\u0308\u0301'.repeat(100)}`;
    expect([...cleanText(`${pile}\nend`)]).toHaveLength(12 + '\nend'.length);
    expect([...cleanLine(`${pile} end`)]).toHaveLength(12 + ' end'.length);
  });

  it('does not change a text or line that is already clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      }),
    );
  });
});
