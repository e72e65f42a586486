/** Tests of the state of the payment form: the chosen depth, the method, and the payment attempt. */
import { describe, expect, it } from 'vitest';
import { describeCardError, StripeNotLoadedError } from './payment-errors.ts';
import {
  findDepthProblem,
  INITIAL_PURCHASE,
  type PurchaseEvent,
  type PurchaseState,
  purchaseReducer,
} from './purchase-state.ts';

/** Returns the state of the form after these events. */
const stateAfter = (...events: PurchaseEvent[]): PurchaseState => events.reduce(purchaseReducer, INITIAL_PURCHASE);

/** The member types a custom depth. */
const typeDepth = (text: string): PurchaseEvent => ({ type: 'customTyped', text });

/** Stripe declines a payment. */
const FAILURE: PurchaseEvent = { type: 'failed', problem: { text: 'Stripe Error: Your card was declined.' } };

describe('purchase selection', () => {
  it('starts with 100 metres, by card', () => {
    expect(INITIAL_PURCHASE).toMatchObject({
      selectedMetres: 100,
      customText: '',
      method: 'stripe',
      attempt: { status: 'idle' },
    });
  });

  it('selects the latest choice of a package or a custom depth', () => {
    expect(stateAfter(typeDepth('250.5'))).toMatchObject({ selectedMetres: 250.5, customText: '250.5' });
    expect(stateAfter(typeDepth('250.5'), { type: 'packageChosen', metres: 1000 })).toMatchObject({
      selectedMetres: 1000,
      customText: '',
    });
  });

  it.each([
    ['', undefined],
    ['-3', 'more than 0m'],
    ['0', 'more than 0m'],
    ['deep', 'more than 0m'],
    ['0.25', 'steps of 0.1m'],
    ['10000.1', '10000m at most'],
  ])('selects nothing when "%s" is typed, and keeps the text', (text, problem) => {
    for (const earlierChoice of [typeDepth('250'), { type: 'packageChosen', metres: 1000 } as const]) {
      const state = stateAfter(earlierChoice, typeDepth(text));

      expect(state).toMatchObject({ selectedMetres: undefined, customText: text });
      if (problem) expect(findDepthProblem(state)).toContain(problem);
      else expect(findDepthProblem(state)).toBeUndefined();
    }
  });

  it('selects a package after an invalid depth', () => {
    expect(stateAfter(typeDepth('-3'), { type: 'packageChosen', metres: 1000 })).toMatchObject({
      selectedMetres: 1000,
      customText: '',
    });
  });
});

describe('payment attempt', () => {
  const payingState = stateAfter(typeDepth('250.5'), { type: 'started' });

  it('ignores changes during a payment', () => {
    const changes: PurchaseEvent[] = [
      typeDepth('7'),
      { type: 'packageChosen', metres: 1000 },
      { type: 'methodChosen', method: 'paypal' },
      { type: 'started' },
      { type: 'bannerExpired' },
    ];

    for (const event of changes) {
      expect(purchaseReducer(payingState, event), event.type).toBe(payingState);
    }
  });

  it('resets the selection to 100 metres after success, and shows the purchase until the banner expires', () => {
    const succeededState = purchaseReducer(payingState, { type: 'succeeded', metres: 250.5 });
    expect(succeededState).toMatchObject({
      selectedMetres: 100,
      customText: '',
      attempt: { status: 'success', metres: 250.5 },
    });

    expect(purchaseReducer(succeededState, typeDepth('5')).attempt).toEqual({ status: 'success', metres: 250.5 });
    expect(purchaseReducer(succeededState, { type: 'bannerExpired' }).attempt).toEqual({ status: 'idle' });
  });

  it('keeps the pending note when the banner would expire', () => {
    const pendingState = purchaseReducer(payingState, { type: 'pending', metres: 250.5 });

    expect(purchaseReducer(pendingState, { type: 'bannerExpired' }).attempt).toEqual({
      status: 'pending',
      metres: 250.5,
    });
  });

  it('keeps the selection after a failure', () => {
    const failedState = purchaseReducer(payingState, FAILURE);
    expect(failedState).toMatchObject({ selectedMetres: 250.5, customText: '250.5', attempt: { status: 'error' } });
  });

  it('clears the error on a new choice or a retry', () => {
    const failedState = purchaseReducer(payingState, FAILURE);
    // Card is already the chosen method.
    expect(purchaseReducer(failedState, { type: 'methodChosen', method: 'stripe' })).toBe(failedState);

    for (const newChoice of [{ type: 'methodChosen', method: 'paypal' } as const, typeDepth('8')]) {
      expect(purchaseReducer(failedState, newChoice).attempt).toEqual({ status: 'idle' });
    }

    expect(purchaseReducer(failedState, { type: 'started' }).attempt).toEqual({ status: 'processing' });
  });

  it('clears the error of a payment that started before the card form was loaded', () => {
    const earlyAttemptState = stateAfter(
      { type: 'started' },
      { type: 'failed', problem: describeCardError(new StripeNotLoadedError()) },
    );

    expect(earlyAttemptState.attempt).toEqual({ status: 'error', problem: { text: 'Stripe.js has not yet loaded' } });
    expect(purchaseReducer(earlyAttemptState, { type: 'cardFormLoaded' }).attempt).toEqual({ status: 'idle' });

    const declinedState = purchaseReducer(payingState, FAILURE);
    expect(purchaseReducer(declinedState, { type: 'cardFormLoaded' })).toBe(declinedState);
  });

  it('keeps the selection after a cancellation', () => {
    expect(purchaseReducer(payingState, { type: 'cancelled' })).toMatchObject({
      selectedMetres: 250.5,
      attempt: { status: 'cancelled' },
    });
  });

  it('clears the note about a cancellation on a new choice', () => {
    const cancelledState = purchaseReducer(payingState, { type: 'cancelled' });

    for (const newChoice of [typeDepth('8'), { type: 'packageChosen', metres: 100 } as const]) {
      expect(purchaseReducer(cancelledState, newChoice).attempt).toEqual({ status: 'idle' });
    }
  });

  it('shows an error of the form before a payment starts', () => {
    expect(stateAfter(typeDepth('250.5'), FAILURE)).toMatchObject({
      selectedMetres: 250.5,
      attempt: { status: 'error', problem: { text: 'Stripe Error: Your card was declined.' } },
    });
  });

  it('ignores results without a payment', () => {
    const results: PurchaseEvent[] = [
      { type: 'succeeded', metres: 1 },
      { type: 'pending', metres: 1 },
      { type: 'cancelled' },
    ];

    for (const event of results) expect(stateAfter(event)).toBe(INITIAL_PURCHASE);
  });
});
