// @vitest-environment happy-dom
/** Tests what the page does when PayPal's script reports an error. Other results are tested in a browser (test/e2e). */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { VIEWER } from '../../../test-support/sample-data.ts';
import { buildPurchase } from '../purchase/purchase.ts';
import { usePayment } from '../purchase/use-payment.ts';
import { usePayPal } from './use-paypal.ts';

/** A purchase of 100 m for $1.00. */
const PURCHASE = buildPurchase(100);

/** An error that PayPal's script reports from the window in which the member approves the payment. */
const WINDOW_ERROR = new Error('Something went wrong in the window.');
const WINDOW_PROBLEM = { text: `PayPal Payment Failed: ${WINDOW_ERROR.message}` };

/** Responses to a request for an order that isn't paid. */
const UNPAID_ERRORS = [
  new ApiError(404, 'OrderNotFound', "This PayPal order doesn't exist."),
  new ApiError(409, 'OrderNotApproved', "This PayPal order hasn't been approved yet."),
  new ApiError(402, 'PaymentDeclined', "PayPal couldn't charge your account."),
];

/** The idempotency keys of the created orders. */
let keys: (string | undefined)[];

beforeEach(() => {
  keys = [];
  // The hook logs failures.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(api.payments, 'createOrder').mockImplementation(async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return { orderId: `O-${keys.length}` };
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The server's response to a completed purchase. `depth` is the member's new depth, in metres. */
const COMPLETED = { status: 'completed', depth: 105 } as const;

/** Makes the server respond to every request that completes a purchase. Returns the mock. */
function serveCompletion(respond: typeof api.payments.processPurchase) {
  return vi.spyOn(api.payments, 'processPurchase').mockImplementation(respond);
}

/** Renders the hook, and returns functions that act like PayPal's script. */
function renderPayPal() {
  const hook = renderHook(() => {
    const payment = usePayment(VIEWER, { onDepthChange: () => {}, onRefreshDepth: () => {} });
    return { payment, paypal: usePayPal(VIEWER, PURCHASE, payment) };
  });
  const paypal = () => hook.result.current.paypal;

  return {
    readAttempt: () => hook.result.current.payment.state.attempt,
    readUnfinishedOrder: () => paypal().unfinishedOrder,
    /** Creates an order. Reports an error as PayPal's script does. */
    openWindow: () => act(() => paypal().createOrder().catch(paypal().onError)),
    approve: () => act(() => paypal().onApprove()),
    cancel: () => act(async () => paypal().onCancel()),
    failWindow: () => act(() => paypal().onError(WINDOW_ERROR)),
  };
}

describe('usePayPal', () => {
  it.each(UNPAID_ERRORS)(
    'creates a new order after a failed window if the server says with $code that the order is not paid',
    async (error) => {
      serveCompletion(async () => Promise.reject(error));
      const { failWindow, openWindow, readAttempt } = renderPayPal();

      await openWindow();
      await failWindow();
      expect(readAttempt()).toEqual({ status: 'error', problem: WINDOW_PROBLEM });
      await openWindow();

      expect(keys).toHaveLength(2);
      expect(keys[1]).not.toBe(keys[0]);
    },
  );

  it('shows a success after a failed window if the order is paid nevertheless', async () => {
    const completion = serveCompletion(async () => COMPLETED);
    const { failWindow, openWindow, readAttempt } = renderPayPal();

    await openWindow();
    await failWindow();

    expect(completion.mock.calls).toMatchObject([[{ orderId: 'O-1', depth: 100, amount: '1.00' }]]);
    expect(readAttempt()).toEqual({ status: 'success', metres: 100 });
  });

  it('requests the same order again if the server does not say whether it is paid, so that no one pays twice', async () => {
    serveCompletion(async () => Promise.reject(new ApiError(503, 'PaymentsUnavailable', 'Not now.')));
    const { failWindow, openWindow, readAttempt, readUnfinishedOrder } = renderPayPal();

    await openWindow();
    await failWindow();
    expect(readAttempt()).toEqual({ status: 'error', problem: WINDOW_PROBLEM });
    expect(readUnfinishedOrder()).toBeUndefined();
    await openWindow();

    // The server returns the order of this idempotency key again.
    expect(keys[1]).toBe(keys[0]);
  });

  it('requests nothing from the server after a cancellation, or before an order exists', async () => {
    const completion = serveCompletion(async () => COMPLETED);
    const { cancel, failWindow, openWindow, readAttempt } = renderPayPal();

    await failWindow();
    await openWindow();
    await cancel();
    await failWindow();

    expect(completion).not.toHaveBeenCalled();
    expect(readAttempt()).toEqual({ status: 'error', problem: WINDOW_PROBLEM });
  });

  it("keeps the server's error if the order could not be created", async () => {
    vi.mocked(api.payments.createOrder).mockRejectedValue(new ApiError(503, 'PaymentsUnavailable', 'Not now.'));
    const { openWindow, readAttempt } = renderPayPal();

    await openWindow();

    expect(readAttempt()).toEqual({ status: 'error', problem: { text: 'PayPal Payment Failed: Not now.' } });
  });

  it('leaves a payment in progress alone if its button is clicked again', async () => {
    const completion = serveCompletion(async () => COMPLETED);
    const { approve, openWindow, readAttempt } = renderPayPal();

    await openWindow();
    await openWindow();
    expect(readAttempt()).toEqual({ status: 'processing' });
    await approve();

    expect(keys).toHaveLength(1);
    expect(completion).toHaveBeenCalledOnce();
    expect(readAttempt()).toEqual({ status: 'success', metres: 100 });
  });
});
