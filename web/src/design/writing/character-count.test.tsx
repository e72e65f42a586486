import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { announcedCount, CharacterCount } from './character-count.tsx';

/** What screen readers hear of so many characters where five hundred may be. */
function heard(length: number): string | undefined {
  const markup = renderToStaticMarkup(<CharacterCount id="count" length={length} limit={500} />);
  return /<span role="status"[^>]*>(.*)<\/span>/.exec(markup)?.[1];
}

it.each([
  [399, ''],
  [400, '100 characters left'],
  [499, '1 character left'],
  [500, '0 characters left'],
  [501, '1 character too many'],
  [515, '15 characters too many'],
])('is heard near the limit, with the number that is seen: %i of 500', (length, words) =>
  expect(heard(length)).toBe(words),
);

/** Returns the counts announced in turn while these numbers of characters are left. */
function announcements(lefts: readonly number[]): number[] {
  const [first = 0, ...others] = lefts;
  const all = [first];
  for (const left of others) {
    const said = announcedCount(all.at(-1) ?? first, left);
    if (said !== all.at(-1)) all.push(said);
  }
  return all;
}

const from = (start: number, end: number) => Array.from({ length: start - end + 1 }, (_, index) => start - index);

it('tells whoever writes of every twentieth character, of the limit, and of what goes beyond it', () => {
  expect(announcements(from(60, -41))).toEqual([60, 40, 20, 0, -1, -21, -41]);
});

it('tells whoever takes back what was too much', () => {
  expect(announcements(from(30, -3).reverse())).toEqual([-3, 0, 1, 21]);
});

it('tells of as many as there are when many come at once', () => {
  expect(announcements([90, -15, -14])).toEqual([90, -15]);
});
