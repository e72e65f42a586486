import { expect, it } from 'vitest';
import { MESSAGES_PER_SECOND } from '../../shared/depth/limits.ts';
import { TooManyMessages } from './errors.ts';
import { sendingNow } from './sending-rate.ts';

it('takes as many messages as a second may hold, refuses the next, and begins anew with the next second', () => {
  let row: ReturnType<typeof sendingNow> | undefined;
  for (let count = 1; count <= MESSAGES_PER_SECOND; count++) {
    row = sendingNow(row, 7_000 + count);
    expect(row).toEqual({ sendingSecond: 7, sentWithin: count });
  }
  expect(() => sendingNow(row, 7_999)).toThrow(TooManyMessages);
  expect(sendingNow(row, 8_000)).toEqual({ sendingSecond: 8, sentWithin: 1 });
});
