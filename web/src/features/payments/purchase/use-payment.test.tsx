// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { CreateIntentError, describeCardError, StripePaymentError } from './payment-errors.ts';
import { purchaseFor } from './purchase.ts';
import { usePayment } from './use-payment.ts';

const PURCHASE = purchaseFor(100);
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

/** Renders the hook for a member at a depth in metres. Returns functions that act like the payment form. */
function renderAt(metres: number) {
  const onDepthChange = vi.fn();
  const onRefreshDepth = vi.fn();
  const hook = renderHook(({ depth }) => usePayment({ ...VIEWER, depth }, { onDepthChange, onRefreshDepth }), {
    initialProps: { depth: metres },
  });
  const payment = () => hook.result.current;

  return {
    onDepthChange,
    onRefreshDepth,
    payment,
    attempt: () => payment().state.attempt,
    key: () => payment().key.forChoice('card 100'),
    /** Returns whether the payment started. */
    start: () => {
      let wasStarted = false;
      act(() => {
        wasStarted = payment().start();
      });
      return wasStarted;
    },
    succeed: (result: Parameters<ReturnType<typeof usePayment>['succeed']>[1]) =>
      act(() => payment().succeed(PURCHASE, result)),
    fail: (error: unknown) => act(() => payment().fail(error, describeCardError)),
    cancel: () => act(() => payment().cancel()),
    rise: (depth: number) => hook.rerender({ depth }),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}

type PaymentForm = ReturnType<typeof renderAt>;

describe('usePayment', () => {
  it('starts one payment at a time, even for two clicks before the next render', () => {
    const { attempt, payment } = renderAt(5);
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
  ])('starts another payment after one %s', (_, end) => {
    const form = renderAt(5);
    form.start();
    end(form);
    expect(form.start()).toBe(true);
  });

  it('shows the depth of the response, and waits for no other', () => {
    const { attempt, onDepthChange, payment, start, succeed } = renderAt(5);
    start();
    succeed({ status: 'succeeded', depth: 105 });

    expect(onDepthChange.mock.calls).toEqual([[105]]);
    expect(attempt()).toEqual({ status: 'success', metres: 100 });
    expect(payment().arrival).toBe('settled');
  });

  it('waits for the depth if the response lacks it', () => {
    const { onDepthChange, onRefreshDepth, pass, payment, rise, start, succeed } = renderAt(5);
    start();
    succeed({ status: 'succeeded' });

    expect(onDepthChange).not.toHaveBeenCalled();
    expect(payment().arrival).toBe('expected');

    pass(1500);
    expect(onRefreshDepth).toHaveBeenCalledOnce();

    rise(105);
    expect(payment().arrival).toBe('settled');
  });

  it('waits for no depth if the webhook was faster than the response', () => {
    const { payment, rise, start, succeed } = renderAt(5);
    start();
    rise(105);
    succeed({ status: 'succeeded' });
    expect(payment().arrival).toBe('settled');
  });

  it('compares with the depth before the first attempt, because its response may have been lost', () => {
    const { fail, payment, rise, start, succeed } = renderAt(5);
    start();
    fail(new TypeError('Failed to fetch'));
    rise(105);
    start();
    succeed({ status: 'succeeded' });

    expect(payment().arrival).toBe('settled');
  });

  it('compares with the current depth after an earlier payment has ended', () => {
    const { payment, rise, start, succeed } = renderAt(5);
    start();
    succeed({ status: 'succeeded', depth: 105 });
    rise(105);
    start();
    succeed({ status: 'succeeded' });

    expect(payment().arrival).toBe('expected');
  });

  it('waits for no depth while the provider reviews a payment', () => {
    const { attempt, payment, start, succeed } = renderAt(5);
    start();
    succeed({ status: 'pending' });
    expect(attempt()).toEqual({ status: 'pending', metres: 100 });
    expect(payment().arrival).toBe('settled');
  });

  it.each([
    ['a success', (form: PaymentForm) => form.succeed({ status: 'succeeded' }), false],
    ['a review', (form: PaymentForm) => form.succeed({ status: 'pending' }), false],
    ['a final decline', (form: PaymentForm) => form.fail(new StripePaymentError('No.', true)), false],
    ['a failed creation', (form: PaymentForm) => form.fail(new CreateIntentError('No.')), false],
    ['a decline', (form: PaymentForm) => form.fail(declinedError), true],
    ['a lost response', (form: PaymentForm) => form.fail(new TypeError('Failed to fetch')), true],
    ['a cancellation', (form: PaymentForm) => form.cancel(), true],
  ])('keeps the idempotency key only if the attempt continues after %s', (_, end, isSame) => {
    const form = renderAt(5);
    const firstKey = form.key();

    form.start();
    end(form);

    expect(form.key() === firstKey).toBe(isSame);
  });

  it('logs each error, except input that the form rejected', () => {
    const { attempt, fail, start } = renderAt(5);
    start();
    fail(declinedError);
    expect(attempt()).toMatchObject({ problem: { text: 'Stripe Error: Your card was declined.' } });

    start();
    fail(undefined);
    expect(attempt().status).toBe('error');
    expect(vi.mocked(console.error).mock.calls).toEqual([[declinedError]]);
  });

  it('shows a cancellation', () => {
    const { attempt, cancel, start } = renderAt(5);
    start();
    cancel();
    expect(attempt()).toEqual({ status: 'cancelled' });
  });

  it('ignores a cancellation without a payment', () => {
    const { attempt, cancel } = renderAt(5);
    cancel();
    expect(attempt()).toEqual({ status: 'idle' });
  });

  it('hides the success banner after 5 seconds', () => {
    const { attempt, pass, start, succeed } = renderAt(5);
    start();
    succeed({ status: 'succeeded', depth: 105 });
    pass(4999);
    expect(attempt().status).toBe('success');

    pass(1);
    expect(attempt()).toEqual({ status: 'idle' });
  });

  it('shows the banner of a second purchase for another 5 seconds', () => {
    const { attempt, pass, start, succeed } = renderAt(5);
    start();
    succeed({ status: 'succeeded', depth: 105 });
    pass(3000);
    start();
    succeed({ status: 'succeeded', depth: 205 });
    pass(4999);
    expect(attempt().status).toBe('success');

    pass(1);
    expect(attempt()).toEqual({ status: 'idle' });
  });
});
