/** Tests of the message that states the missing metres to a member. Rounded down, it would promise too much. */
import { expect, it } from 'vitest';
import { DepthTooLow } from './errors.ts';

it.each([
  [0.07, '0.07'],
  [0.29, '0.29'],
  [9.990001, '10.00'],
])('DepthTooLow rounds %d m up to %s m', (metres, roundedMetres) => {
  expect(new DepthTooLow(metres).message).toBe(`You need to ascend ${roundedMetres}m higher for this.`);
});
