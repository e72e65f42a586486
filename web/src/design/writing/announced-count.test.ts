import { expect, it } from 'vitest';
import { announcedCount } from './announced-count.ts';

/** What is said one after the other while so many characters are left. */
function heard(lefts: readonly number[]): number[] {
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
  expect(heard(from(60, -41))).toEqual([60, 40, 20, 0, -1, -21, -41]);
});

it('tells whoever takes back what was too much', () => {
  expect(heard(from(30, -3).reverse())).toEqual([-3, 0, 1, 21]);
});

it('tells of as many as there are when many come at once', () => {
  expect(heard([90, -15, -14])).toEqual([90, -15]);
});
