/** Tests of the text by which lists sort usernames. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usernameOrder } from './username-order.ts';

describe('usernameOrder', () => {
  /** Returns the bytes by which DynamoDB sorts a name. */
  const toBytes = (name: string) => Buffer.from(usernameOrder(name));

  it('sorts names by their letters, ignoring case and accents', () => {
    const names = ['Zoe', 'Émile', 'eric', 'Ådne', 'Eda', 'Ève', 'anna'];

    const sortedNames = names.toSorted((a, b) => Buffer.compare(toBytes(a), toBytes(b)));

    expect(sortedNames).toEqual(['Ådne', 'anna', 'Eda', 'Émile', 'eric', 'Ève', 'Zoe']);
  });

  it('returns the same text for a composed and a decomposed letter', () => {
    expect(usernameOrder('E\u0301mile')).toBe(usernameOrder('\u00c9mile'));
  });

  it('keeps the vowel signs of scripts that sort by them', () => {
    expect(usernameOrder('\u0915\u093f')).not.toBe(usernameOrder('\u0915\u0940'));
  });

  it('returns a text that is never empty, and never longer than the name in lower case', () => {
    const anyName = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.string({ minLength: 1, unit: fc.constantFrom('\u0301', '\u0130', '\uac00', '\u1e9b\u0323', 'a') }),
    );

    fc.assert(
      fc.property(anyName, (name) => {
        const order = usernameOrder(name.normalize('NFC'));

        expect(order).not.toBe('');
        expect(Buffer.byteLength(order)).toBeLessThanOrEqual(Buffer.byteLength(name.normalize('NFC').toLowerCase()));
      }),
    );
  });
});
