/** Tests of selecting files one by one and by ranges. Each letter is the ID of a file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION, extendTo, keepListed, type Selection, toggleFile } from './selection.ts';

/** The IDs of the list's files, in order. */
const LISTED_IDS = [...'abcdefghij'];

/** Returns the selected IDs as one text, in order. */
const joinSelectedIds = ({ ids }: Selection) => [...ids].sort().join('');

/** Builds a selection of files. Each letter is the ID of a file. */
const buildSelection = (letters: string, anchor?: string): Selection => ({ ids: new Set(letters), anchor });

describe('toggleFile', () => {
  it('adds a file to the selection, or removes it', () => {
    const selection = toggleFile(EMPTY_SELECTION, 'c');
    expect(joinSelectedIds(selection)).toBe('c');
    expect(joinSelectedIds(toggleFile(selection, 'c'))).toBe('');
  });
});

describe('extendTo', () => {
  it('selects the files between the anchor and this file, in both directions', () => {
    expect(joinSelectedIds(extendTo(buildSelection('c', 'c'), 'f', LISTED_IDS))).toBe('cdef');
    expect(joinSelectedIds(extendTo(buildSelection('c', 'c'), 'a', LISTED_IDS))).toBe('abc');
  });

  it('deselects the range if the anchor was deselected', () =>
    expect(joinSelectedIds(extendTo(buildSelection('abdef', 'c'), 'e', LISTED_IDS))).toBe('abf'));

  it('starts further ranges at the same anchor', () => {
    const firstSelection = extendTo(buildSelection('e', 'e'), 'g', LISTED_IDS);
    expect(joinSelectedIds(extendTo(firstSelection, 'c', LISTED_IDS))).toBe('cdefg');
  });

  it('toggles only this file if there is no anchor, or the anchor is not in the list', () => {
    expect(joinSelectedIds(extendTo(EMPTY_SELECTION, 'd', LISTED_IDS))).toBe('d');
    expect(joinSelectedIds(extendTo(buildSelection('z', 'z'), 'd', LISTED_IDS))).toBe('dz');
  });

  it('gives all files of the range the state of the anchor, and does not change other files', () => {
    const anyId = fc.constantFrom(...LISTED_IDS);

    fc.assert(
      fc.property(fc.uniqueArray(anyId), anyId, anyId, (selectedIds, anchor, lastId) => {
        const previousIds = new Set(selectedIds);
        const { ids: newIds } = extendTo({ ids: previousIds, anchor }, lastId, LISTED_IDS);

        const firstIndex = Math.min(LISTED_IDS.indexOf(anchor), LISTED_IDS.indexOf(lastId));
        const lastIndex = Math.max(LISTED_IDS.indexOf(anchor), LISTED_IDS.indexOf(lastId));

        for (const [index, id] of LISTED_IDS.entries()) {
          const isInRange = index >= firstIndex && index <= lastIndex;
          expect(newIds.has(id)).toBe(previousIds.has(isInRange ? anchor : id));
        }
      }),
    );
  });
});

describe('keepListed', () => {
  it('deselects files that are no longer in the list', () => {
    const selection = buildSelection('ax', 'a');

    expect(joinSelectedIds(keepListed(selection, LISTED_IDS))).toBe('a');
    expect(keepListed(selection, [...LISTED_IDS, 'x'])).toBe(selection);
  });
});
