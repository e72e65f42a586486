import { expect, it } from 'vitest';
import { DepthTooLow } from './errors.ts';

it.each([
  [0.07, '0.07'],
  [0.29, '0.29'],
  [9.990001, '10.00'],
])('DepthTooLow for %d m names %s m, which is enough', (metres, shown) => {
  expect(new DepthTooLow(metres).message).toBe(`You need to ascend ${shown}m higher for this.`);
});
