import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION, extendTo, keepListed, type Selection, toggleKey } from './selection.ts';

/** The keys of the list, in order. */
const ORDER = [...'abcdefghij'];

/** Returns the selected keys as one text, in order. */
const selectedKeys = ({ keys }: Selection) => [...keys].sort().join('');

/** Builds a selection of files with one-letter keys. */
const buildSelection = (keys: string, anchor?: string): Selection => ({ keys: new Set(keys), anchor });

describe('toggleKey', () => {
  it('adds a file to the selection, or removes it', () => {
    const selection = toggleKey(EMPTY_SELECTION, 'c');
    expect(selectedKeys(selection)).toBe('c');
    expect(selectedKeys(toggleKey(selection, 'c'))).toBe('');
  });
});

describe('extendTo', () => {
  it('selects the files between the anchor and this file, in both directions', () => {
    expect(selectedKeys(extendTo(buildSelection('c', 'c'), 'f', ORDER))).toBe('cdef');
    expect(selectedKeys(extendTo(buildSelection('c', 'c'), 'a', ORDER))).toBe('abc');
  });

  it('deselects the range if the anchor was deselected', () =>
    expect(selectedKeys(extendTo(buildSelection('abdef', 'c'), 'e', ORDER))).toBe('abf'));

  it('starts further ranges at the same anchor', () => {
    const firstSelection = extendTo(buildSelection('e', 'e'), 'g', ORDER);
    expect(selectedKeys(extendTo(firstSelection, 'c', ORDER))).toBe('cdefg');
  });

  it('toggles only this file if there is no anchor, or the anchor is not in the list', () => {
    expect(selectedKeys(extendTo(EMPTY_SELECTION, 'd', ORDER))).toBe('d');
    expect(selectedKeys(extendTo(buildSelection('z', 'z'), 'd', ORDER))).toBe('dz');
  });

  it('gives all files of the range the state of the anchor, and does not change other files', () => {
    const anyKey = fc.constantFrom(...ORDER);

    fc.assert(
      fc.property(fc.uniqueArray(anyKey), anyKey, anyKey, (keys, anchor, lastKey) => {
        const previousKeys = new Set(keys);
        const { keys: newKeys } = extendTo({ keys: previousKeys, anchor }, lastKey, ORDER);

        const firstIndex = Math.min(ORDER.indexOf(anchor), ORDER.indexOf(lastKey));
        const lastIndex = Math.max(ORDER.indexOf(anchor), ORDER.indexOf(lastKey));

        for (const [index, key] of ORDER.entries()) {
          const isInRange = index >= firstIndex && index <= lastIndex;
          expect(newKeys.has(key)).toBe(previousKeys.has(isInRange ? anchor : key));
        }
      }),
    );
  });
});

describe('keepListed', () => {
  it('deselects files that are no longer in the list', () => {
    const selection = buildSelection('ax', 'a');

    expect(selectedKeys(keepListed(selection, ORDER))).toBe('a');
    expect(keepListed(selection, [...ORDER, 'x'])).toBe(selection);
  });
});
