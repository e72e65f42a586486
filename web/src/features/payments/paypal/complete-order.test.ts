/** Tests of completing an order while its outcome is unknown. The member must not pay twice. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { completeOrder, isOutcomeUnknown } from './complete-order.ts';

const CONNECTION_ERROR = new ApiError(0, 'NetworkError', "Couldn't reach Fathom.");
const BUSY_ERROR = new ApiError(503, 'PaymentsUnavailable', 'Not now.');
const DECLINE_ERROR = new ApiError(402, 'PaymentDeclined', "PayPal couldn't charge your account.");

/** The delays before the first two retries, in milliseconds. */
const FIRST_DELAYS_MS = [1000, 3000];

/** Completes an order with a server that has these results, and records the delays between attempts. */
function completeWith(...results: (string | Error)[]) {
  const delays: number[] = [];
  const send = async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  };
  const wait = async (milliseconds: number) => void delays.push(milliseconds);

  return { completion: completeOrder(send, wait), delays };
}

describe('completeOrder', () => {
  it('sends one request if it succeeds', async () => {
    const { completion, delays } = completeWith('completed');

    expect(await completion).toBe('completed');
    expect(delays).toEqual([]);
  });

  it('retries with growing delays while the outcome is unknown', async () => {
    const { completion, delays } = completeWith(CONNECTION_ERROR, BUSY_ERROR, 'completed');

    expect(await completion).toBe('completed');
    expect(delays).toEqual(FIRST_DELAYS_MS);
  });

  it('waits for the time in Retry-After if it is longer', async () => {
    const busyError = new ApiError(503, 'Unavailable', 'Not now.', { retryAfterSeconds: 2 });
    const { completion, delays } = completeWith(busyError, busyError, 'completed');

    expect(await completion).toBe('completed');
    expect(delays).toEqual([2000, FIRST_DELAYS_MS[1]]);
  });

  it('retries after an unexpected error of the server, which may have captured the order', async () => {
    const { completion } = completeWith(new ApiError(500, 'Internal', 'Oh.'), 'completed');

    expect(await completion).toBe('completed');
  });

  it('fails after five attempts, with the outcome still unknown', async () => {
    const fourFailures = Array<Error>(4).fill(CONNECTION_ERROR);
    const { completion } = completeWith(...fourFailures, BUSY_ERROR, 'completed');

    await expect(completion).rejects.toBe(BUSY_ERROR);
    expect([CONNECTION_ERROR, BUSY_ERROR, new TypeError('bug')].map(isOutcomeUnknown)).toEqual([true, true, true]);
  });

  it('does not retry after a decline', async () => {
    const { completion, delays } = completeWith(DECLINE_ERROR, 'completed');

    await expect(completion).rejects.toBe(DECLINE_ERROR);
    expect(delays).toEqual([]);
    expect(isOutcomeUnknown(DECLINE_ERROR)).toBe(false);
  });
});
