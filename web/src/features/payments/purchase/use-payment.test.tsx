// @vitest-environment happy-dom
/** Tests of a payment from the click to the new depth, which the response or a later event can bring. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { CreateIntentError, describeCardError, StripePaymentError } from './payment-errors.ts';
import { buildPurchase } from './purchase.ts';
import { type Payment, usePayment } from './use-payment.ts';

/** The depth that each payment of these tests buys, in metres. */
const BOUGHT_METRES = 100;
const PURCHASE = buildPurchase(BOUGHT_METRES);

/** The member's depth before and after a payment, in metres. */
const DEPTH_BEFORE = 5;
const DEPTH_AFTER = DEPTH_BEFORE + BOUGHT_METRES;

/** The time until the page first refreshes a depth that it waits for, in milliseconds. */
const FIRST_REFRESH_MS = 1500;

/** The time for which the success banner stays, in milliseconds. */
const BANNER_MS = 5000;

/** A decline after which the member can pay the same PaymentIntent with another card. */
const declinedError = new StripePaymentError('Your card was declined.');

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders the hook for a member who hasn't paid yet. Returns functions that act like the payment form. */
function renderPayment() {
  const onDepthChange = vi.fn();
  const onRefreshDepth = vi.fn();
  const hook = renderHook(({ depth }) => usePayment({ ...VIEWER, depth }, { onDepthChange, onRefreshDepth }), {
    initialProps: { depth: DEPTH_BEFORE },
  });
  const payment = () => hook.result.current;

  return {
    onDepthChange,
    onRefreshDepth,
    payment,
    attempt: () => payment().state.attempt,
    /** Returns the idempotency key of the current attempt. */
    readKey: () => payment().key.forChoice('card 100'),
    /** Returns whether the payment started. */
    start: () => {
      let wasStarted = false;
      act(() => {
        wasStarted = payment().start();
      });
      return wasStarted;
    },
    succeed: (result: Parameters<Payment['succeed']>[1]) => act(() => payment().succeed(PURCHASE, result)),
    fail: (error: unknown) => act(() => payment().fail(error, describeCardError)),
    cancel: () => act(() => payment().cancel()),
    /** Simulates that the page receives the depth that the webhook has credited, in metres. */
    rise: (depth: number) => hook.rerender({ depth }),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}

/** The functions that act like the payment form. */
type PaymentForm = ReturnType<typeof renderPayment>;

describe('usePayment', () => {
  it('starts one payment at a time, even for two clicks before the next render', () => {
    const { attempt, payment } = renderPayment();
    const results: boolean[] = [];

    act(() => {
      results.push(payment().start());
      results.push(payment().start());
    });

    expect(results).toEqual([true, false]);
    expect(attempt()).toEqual({ status: 'processing' });
  });

  it.each([
    ['succeeds', (form: PaymentForm) => form.succeed({ status: 'succeeded' })],
    ['fails', (form: PaymentForm) => form.fail(declinedError)],
    ['is cancelled', (form: PaymentForm) => form.cancel()],
  ])('starts another payment after one %s', (_, endPayment) => {
    const form = renderPayment();
    form.start();
    endPayment(form);

    expect(form.start()).toBe(true);
  });

  it('uses the depth in the response, without waiting for the webhook', () => {
    const { attempt, onDepthChange, payment, start, succeed } = renderPayment();

    start();
    succeed({ status: 'succeeded', depth: DEPTH_AFTER });

    expect(onDepthChange.mock.calls).toEqual([[DEPTH_AFTER]]);
    expect(attempt()).toEqual({ status: 'success', metres: BOUGHT_METRES });
    expect(payment().arrival).toBe('settled');
  });

  it('waits for the depth if the response lacks it', () => {
    const { onDepthChange, onRefreshDepth, pass, payment, rise, start, succeed } = renderPayment();

    start();
    succeed({ status: 'succeeded' });
    expect(onDepthChange).not.toHaveBeenCalled();
    expect(payment().arrival).toBe('expected');

    pass(FIRST_REFRESH_MS);
    expect(onRefreshDepth).toHaveBeenCalledOnce();

    rise(DEPTH_AFTER);
    expect(payment().arrival).toBe('settled');
  });

  it("doesn't wait for the depth if the webhook was faster than the response", () => {
    const { payment, rise, start, succeed } = renderPayment();

    start();
    rise(DEPTH_AFTER);
    succeed({ status: 'succeeded' });

    expect(payment().arrival).toBe('settled');
  });

  it('compares with the depth before the first attempt, because its response may have been lost', () => {
    const { fail, payment, rise, start, succeed } = renderPayment();

    start();
    fail(new TypeError('Failed to fetch'));
    rise(DEPTH_AFTER);

    start();
    succeed({ status: 'succeeded' });

    expect(payment().arrival).toBe('settled');
  });

  it('compares with the current depth after an earlier payment has ended', () => {
    const { payment, rise, start, succeed } = renderPayment();

    start();
    succeed({ status: 'succeeded', depth: DEPTH_AFTER });
    rise(DEPTH_AFTER);

    start();
    succeed({ status: 'succeeded' });

    expect(payment().arrival).toBe('expected');
  });

  it("doesn't wait for the depth while the provider reviews a payment", () => {
    const { attempt, payment, start, succeed } = renderPayment();

    start();
    succeed({ status: 'pending' });

    expect(attempt()).toEqual({ status: 'pending', metres: BOUGHT_METRES });
    expect(payment().arrival).toBe('settled');
  });

  it.each<[ending: string, endPayment: (form: PaymentForm) => void, keepsKey: boolean]>([
    ['a success', (form: PaymentForm) => form.succeed({ status: 'succeeded' }), false],
    ['a review', (form: PaymentForm) => form.succeed({ status: 'pending' }), false],
    ['a final decline', (form: PaymentForm) => form.fail(new StripePaymentError('No.', { isFinal: true })), false],
    ['a failed creation', (form: PaymentForm) => form.fail(new CreateIntentError('No.')), false],
    ['a decline', (form: PaymentForm) => form.fail(declinedError), true],
    ['a lost response', (form: PaymentForm) => form.fail(new TypeError('Failed to fetch')), true],
    ['a cancellation', (form: PaymentForm) => form.cancel(), true],
  ])('keeps the idempotency key only if the attempt continues after %s', (_, endPayment, keepsKey) => {
    const form = renderPayment();
    const firstKey = form.readKey();

    form.start();
    endPayment(form);

    expect(form.readKey() === firstKey).toBe(keepsKey);
  });

  it('logs each error, except input that the form rejected', () => {
    const { attempt, fail, start } = renderPayment();

    start();
    fail(declinedError);
    expect(attempt()).toMatchObject({ problem: { text: 'Stripe Error: Your card was declined.' } });

    start();
    // The form rejects the input without an error.
    fail(undefined);
    expect(attempt().status).toBe('error');

    expect(vi.mocked(console.error).mock.calls).toEqual([[declinedError]]);
  });

  it('shows a cancellation', () => {
    const { attempt, cancel, start } = renderPayment();

    start();
    cancel();

    expect(attempt()).toEqual({ status: 'cancelled' });
  });

  it('ignores a cancellation without a payment', () => {
    const { attempt, cancel } = renderPayment();

    cancel();

    expect(attempt()).toEqual({ status: 'idle' });
  });

  it('hides the success banner after 5 seconds', () => {
    const { attempt, pass, start, succeed } = renderPayment();
    start();
    succeed({ status: 'succeeded', depth: DEPTH_AFTER });

    pass(BANNER_MS - 1);
    expect(attempt().status).toBe('success');

    pass(1);
    expect(attempt()).toEqual({ status: 'idle' });
  });

  it('shows the banner of a second purchase for another 5 seconds', () => {
    const { attempt, pass, start, succeed } = renderPayment();
    start();
    succeed({ status: 'succeeded', depth: DEPTH_AFTER });
    pass(3000);

    start();
    succeed({ status: 'succeeded', depth: DEPTH_AFTER + BOUGHT_METRES });

    pass(BANNER_MS - 1);
    expect(attempt().status).toBe('success');

    pass(1);
    expect(attempt()).toEqual({ status: 'idle' });
  });
});
