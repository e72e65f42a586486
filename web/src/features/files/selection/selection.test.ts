import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION, extendTo, keepListed, type Selection, toggleKey } from './selection.ts';

const ORDER = [...'abcdefghij'];
const selectedKeys = ({ keys }: Selection) => [...keys].sort().join('');
const select = (keys: string, anchor?: string): Selection => ({ keys: new Set(keys), anchor });

describe('toggleKey', () => {
  it('selects a file, and removes it again', () => {
    const once = toggleKey(EMPTY_SELECTION, 'c');
    expect(selectedKeys(once)).toBe('c');
    expect(selectedKeys(toggleKey(once, 'c'))).toBe('');
  });
});

describe('extendTo', () => {
  it('selects the files from the last one to this one, in both directions', () => {
    expect(selectedKeys(extendTo(select('c', 'c'), 'f', ORDER))).toBe('cdef');
    expect(selectedKeys(extendTo(select('c', 'c'), 'a', ORDER))).toBe('abc');
  });

  it('removes the range if the last file was removed', () =>
    expect(selectedKeys(extendTo(select('abdef', 'c'), 'e', ORDER))).toBe('abf'));

  it('starts all ranges at the same file', () => {
    const firstSelection = extendTo(select('e', 'e'), 'g', ORDER);
    expect(selectedKeys(extendTo(firstSelection, 'c', ORDER))).toBe('cdefg');
  });

  it('switches only the file if none was switched before, or if that one is not in the list', () => {
    expect(selectedKeys(extendTo(EMPTY_SELECTION, 'd', ORDER))).toBe('d');
    expect(selectedKeys(extendTo(select('z', 'z'), 'd', ORDER))).toBe('dz');
  });

  it('gives all files of the range the state of the anchor, and keeps the others', () => {
    const key = fc.constantFrom(...ORDER);

    fc.assert(
      fc.property(fc.uniqueArray(key), key, key, (keys, anchor, to) => {
        const before = new Set(keys);
        const { keys: after } = extendTo({ keys: before, anchor }, to, ORDER);
        const [from, until] = [ORDER.indexOf(anchor), ORDER.indexOf(to)].sort((a, b) => a - b) as [number, number];
        ORDER.forEach((each, index) => {
          const inRange = index >= from && index <= until;
          expect(after.has(each)).toBe(inRange ? before.has(anchor) : before.has(each));
        });
      }),
    );
  });
});

describe('keepListed', () => {
  it('removes files that are no longer in the list', () => {
    const selection = select('ax', 'a');
    expect(selectedKeys(keepListed(selection, ORDER))).toBe('a');
    expect(keepListed(selection, [...ORDER, 'x'])).toBe(selection);
  });
});
