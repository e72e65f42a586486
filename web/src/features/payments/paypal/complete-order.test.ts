import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { completeOrder, isOutcomeUnknown } from './complete-order.ts';

const LOST = new ApiError(0, 'NetworkError', "Couldn't reach Fathom.");
const BUSY = new ApiError(503, 'PaymentsUnavailable', 'Not now.');
const DECLINED = new ApiError(402, 'PaymentDeclined', "PayPal couldn't charge your account.");

/** Completes an order with a server that has these results, and records the delays between attempts. */
function completeWith(...results: (string | Error)[]) {
  const delays: number[] = [];
  const send = async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  };
  const pause = async (ms: number) => void delays.push(ms);
  return { completed: completeOrder(send, pause), delays };
}

describe('completeOrder', () => {
  it('sends one request if it succeeds', async () => {
    const { completed, delays } = completeWith('completed');
    expect(await completed).toBe('completed');
    expect(delays).toEqual([]);
  });

  it('retries with growing delays while the outcome is unknown', async () => {
    const { completed, delays } = completeWith(LOST, BUSY, 'completed');
    expect(await completed).toBe('completed');
    expect(delays).toEqual([1000, 3000]);
  });

  it('waits as long as Retry-After says, if that is longer', async () => {
    const wait = { retryAfterSeconds: 2 };
    const busyError = new ApiError(503, 'Unavailable', 'Not now.', wait);
    const { completed, delays } = completeWith(busyError, busyError, 'completed');
    expect(await completed).toBe('completed');
    expect(delays).toEqual([2000, 3000]);
  });

  it('retries after an unexpected error of the server, which may have captured the order', async () => {
    const { completed } = completeWith(new ApiError(500, 'Internal', 'Oh.'), 'completed');
    expect(await completed).toBe('completed');
  });

  it('fails after five attempts, with the outcome still unknown', async () => {
    await expect(completeWith(LOST, LOST, LOST, LOST, BUSY, 'completed').completed).rejects.toBe(BUSY);
    expect([LOST, BUSY, new TypeError('bug')].map(isOutcomeUnknown)).toEqual([true, true, true]);
  });

  it('does not retry after a decline', async () => {
    const { completed, delays } = completeWith(DECLINED, 'completed');
    await expect(completed).rejects.toBe(DECLINED);
    expect(delays).toEqual([]);
    expect(isOutcomeUnknown(DECLINED)).toBe(false);
  });
});
