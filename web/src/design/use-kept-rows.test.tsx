// @vitest-environment happy-dom
/** Tests of keeping rows in a list that refreshes while the member uses them. */
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useKeptRows } from './use-kept-rows.ts';

/** The list of the tests that don't change the list. */
const FIRST_LIST = 'first';

/** Lists rows with these letters as IDs, of which some are in use. Returns a function that changes both. */
function listRows(initialLetters: string, initialIdsInUse: string) {
  const { result, rerender } = renderHook(
    ({ letters, idsInUse, listId }) =>
      useKeptRows([...letters], { idOf: (id) => id, isInUse: (id) => idsInUse.includes(id), listId }),
    { initialProps: { letters: initialLetters, idsInUse: initialIdsInUse, listId: FIRST_LIST } },
  );

  return {
    getRowArray: () => result.current.rows,
    getRows: () => result.current.rows.join(''),
    refresh: (letters: string, idsInUse: string, listId = FIRST_LIST) => rerender({ letters, idsInUse, listId }),
    release: (id: string) => act(() => result.current.release(id)),
  };
}

it.each([
  { case: 'last, below newer rows', before: 'abc', idsInUse: 'c', after: 'xab', rows: 'xabc' },
  { case: 'last, if no earlier row is left', before: 'abc', idsInUse: 'b', after: 'xyz', rows: 'xyzb' },
  { case: 'before the row that follows', before: 'abcd', idsInUse: 'b', after: 'xacd', rows: 'xabcd' },
  { case: 'in order with other kept rows', before: 'abcd', idsInUse: 'bc', after: 'xyd', rows: 'xybcd' },
])('useKeptRows keeps a row in use $case', ({ before, idsInUse, after, rows }) => {
  const { getRows, refresh } = listRows(before, idsInUse);
  refresh(after, idsInUse);
  expect(getRows()).toBe(rows);
});

it('useKeptRows keeps a row through several refreshes, until it is no longer in use', () => {
  const { getRows, refresh } = listRows('ab', 'b');
  refresh('xa', 'b');
  refresh('yx', 'b');
  expect(getRows()).toBe('yxb');

  refresh('yx', '');
  expect(getRows()).toBe('yx');
});

it('useKeptRows removes a released row immediately, even if it is in use', () => {
  const { getRows, refresh, release } = listRows('ab', 'b');
  refresh('xa', 'b');
  release('b');
  expect(getRows()).toBe('xa');
});

it('useKeptRows keeps no row of another list', () => {
  const { getRows, refresh } = listRows('ab', 'b');
  refresh('xa', 'b', 'second');
  expect(getRows()).toBe('xa');
});

it('useKeptRows returns the same array while its rows stay the same', () => {
  const { getRowArray, refresh } = listRows('ab', 'b');
  refresh('xa', 'b');
  const rows = getRowArray();
  refresh('xa', 'b');
  expect(getRowArray()).toBe(rows);
});
