import { describe, expect, it } from 'vitest';
import { backoffDelay } from './backoff-delay.ts';

describe('backoffDelay', () => {
  it('doubles the maximum with each failure, from 500 ms to 30 s', () => {
    const highestRandom = () => 1;
    expect([0, 1, 2, 5, 6, 7, 2000].map((failures) => backoffDelay(failures, highestRandom))).toEqual([
      500, 1000, 2000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('returns a random delay between 0 and the maximum', () => {
    // After three failures, the maximum is 500 ms doubled three times: 4000 ms.
    expect(backoffDelay(3, () => 0)).toBe(0);
    expect(backoffDelay(3, () => 0.25)).toBe(1000);
  });
});
