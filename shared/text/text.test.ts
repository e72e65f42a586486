import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, isBlank, lengthOf } from './text.ts';

describe('lengthOf', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🐙🐙', 2],
    ['naïve', 5],
  ])('counts "%s" as %i', (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });
});

describe('isBlank', () => {
  it.each(['', '   ', '\n\t', '\u200B\u200C\u200D', '\uFEFF', '\u2060', '\u3164', '\u2800', '\u00A0', '\uFE0F'])(
    'finds nothing in %j',
    (text) => {
      expect(isBlank(text)).toBe(true);
    },
  );

  it.each(['a', '.', '🐚', ' \u200Bx ', 'مرحبا', '深'])('finds something in %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('cleaning', () => {
  it('ends all lines alike, and leaves out controls', () => {
    expect(cleanText('  one\r\ntwo\rthree\u0000\u0007\tfour\n')).toBe('one\ntwo\nthree\tfour');
  });

  it('makes one line of several, that reads in one direction', () => {
    expect(cleanLine('Marina \n\t\u202Eanirام')).toBe('Marina anirام');
  });

  it('makes one space of white space that only controls had kept apart', () => {
    expect(cleanLine('Marina\t\u0000\tRios')).toBe('Marina Rios');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      }),
    );
  });
});
