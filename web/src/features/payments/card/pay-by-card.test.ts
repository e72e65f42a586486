/** Tests of confirming a card payment at Stripe, and of its results. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { CreateIntentError, endsAttempt, StripePaymentError } from '../purchase/payment-errors.ts';
import { type CardPaymentDependencies, type Confirmation, payByCard } from './pay-by-card.ts';

const PAYMENT_INTENT = { clientSecret: 'pi_1_secret_2' };

/** Builds a payment whose confirmation has this result. */
function buildPayment(confirmation: Confirmation): CardPaymentDependencies {
  return { createIntent: async () => PAYMENT_INTENT, confirm: async () => confirmation };
}

/** Builds a payment for which the server creates no PaymentIntent. */
function buildFailingPayment(error: Error): CardPaymentDependencies {
  return {
    createIntent: () => Promise.reject(error),
    confirm: () => Promise.reject(new Error('unexpected call to Stripe')),
  };
}

describe('payByCard', () => {
  it('confirms the PaymentIntent that the server created', async () => {
    const secrets: string[] = [];
    const deps: CardPaymentDependencies = {
      createIntent: async () => PAYMENT_INTENT,
      confirm: async (secret) => {
        secrets.push(secret);
        return { paymentIntent: { status: 'succeeded' } };
      },
    };

    expect(await payByCard(deps)).toBe('succeeded');
    expect(secrets).toEqual(['pi_1_secret_2']);
  });

  it('returns "pending" while the bank is processing', async () => {
    expect(await payByCard(buildPayment({ paymentIntent: { status: 'processing' } }))).toBe('pending');
  });

  it('fails with the message from Stripe', async () => {
    const declinedError = {
      message: 'Your card was declined.',
      payment_intent: { status: 'requires_payment_method' } as const,
    };

    await expect(payByCard(buildPayment({ error: declinedError }))).rejects.toThrow(
      new StripePaymentError('Your card was declined.'),
    );
    await expect(payByCard(buildPayment({ error: { message: 'Incomplete.' } }))).rejects.toThrow(StripePaymentError);
    await expect(payByCard(buildPayment({ paymentIntent: { status: 'requires_action' } }))).rejects.toThrow(
      StripePaymentError,
    );
  });

  it('ends the attempt only if Stripe has cancelled the PaymentIntent', async () => {
    const cancelledError = { message: 'It was cancelled.', payment_intent: { status: 'canceled' } as const };
    expect(await payByCard(buildPayment({ error: cancelledError })).catch(endsAttempt)).toBe(true);

    const declinedError = { message: 'Declined.' };
    expect(await payByCard(buildPayment({ error: declinedError })).catch(endsAttempt)).toBe(false);
  });

  it('succeeds if the PaymentIntent was already paid', async () => {
    const alreadyPaidError = {
      message: 'This PaymentIntent has succeeded.',
      payment_intent: { status: 'succeeded' } as const,
    };

    expect(await payByCard(buildPayment({ error: alreadyPaidError }))).toBe('succeeded');
  });

  it('fails without a client secret, or with the error text of the server', async () => {
    const paymentWithoutSecret = { createIntent: async () => ({}), confirm: async () => ({}) };
    await expect(payByCard(paymentWithoutSecret)).rejects.toThrow('Failed to create payment intent');

    const unavailableError = new ApiError(503, 'PaymentsUnavailable', 'Payments are not available right now.');
    await expect(payByCard(buildFailingPayment(unavailableError))).rejects.toMatchObject({
      name: 'CreateIntentError',
      detail: 'Payments are not available right now.',
    });

    const gatewayError = new ApiError(502, 'UnexpectedResponse', '502 - <html>');
    await expect(payByCard(buildFailingPayment(gatewayError))).rejects.toMatchObject(new CreateIntentError(undefined));
  });

  it('rethrows a network error and an expired session', async () => {
    for (const error of [new ApiError(0, 'NetworkError', 'Gone.'), new ApiError(401, 'Unauthenticated', 'Over.')]) {
      await expect(payByCard(buildFailingPayment(error))).rejects.toBe(error);
    }
  });
});
