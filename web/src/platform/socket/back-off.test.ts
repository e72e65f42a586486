import { expect, it } from 'vitest';
import { backOff } from './back-off.ts';

it('doubles its bound with each failure, from half a second up to half a minute', () => {
  const almost = () => 1;
  expect([0, 1, 2, 5, 6, 7, 2000].map((failures) => backOff(failures, almost))).toEqual([
    500, 1000, 2000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

it('may be anything below the bound', () => {
  expect(backOff(3, () => 0)).toBe(0);
  expect(backOff(3, () => 0.25)).toBe(1000);
});
