/** Tests of the rate of messages in one conversation, which the sender's inbox row counts per second. */
import { expect, it } from 'vitest';
import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { TooManyMessages } from './errors.ts';
import { nextSendRate } from './send-rate.ts';

it('accepts MESSAGES_PER_SECOND messages in each second', () => {
  let row: ReturnType<typeof nextSendRate> | undefined;
  for (let count = 1; count <= MESSAGES_PER_SECOND; count++) {
    row = nextSendRate(row, 7_000 + count);
    expect(row).toEqual({ sendingSecond: 7, sentWithin: count });
  }

  expect(() => nextSendRate(row, 7_999)).toThrow(TooManyMessages);
  expect(nextSendRate(row, 8_000)).toEqual({ sendingSecond: 8, sentWithin: 1 });
});
