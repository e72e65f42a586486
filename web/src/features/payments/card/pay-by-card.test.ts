import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { CreateIntentError, endsAttempt, StripePaymentError } from '../purchase/payment-errors.ts';
import { type CardPaymentDependencies, type Confirmation, payByCard } from './pay-by-card.ts';

const intent = { clientSecret: 'pi_1_secret_2' };

/** A payment whose confirmation has this result. */
function paymentWithResult(confirmation: Confirmation): CardPaymentDependencies {
  return { createIntent: async () => intent, confirm: async () => confirmation };
}

/** A payment for which the server doesn't create a PaymentIntent. */
function paymentWithIntentError(error: Error): CardPaymentDependencies {
  return {
    createIntent: () => Promise.reject(error),
    confirm: () => Promise.reject(new Error('unexpected call to Stripe')),
  };
}

describe('payByCard', () => {
  it('confirms the PaymentIntent that the server created', async () => {
    const secrets: string[] = [];
    const deps: CardPaymentDependencies = {
      createIntent: async () => intent,
      confirm: async (secret) => {
        secrets.push(secret);
        return { paymentIntent: { status: 'succeeded' } };
      },
    };

    expect(await payByCard(deps)).toBe('succeeded');
    expect(secrets).toEqual(['pi_1_secret_2']);
  });

  it('returns "pending" while the bank is processing', async () => {
    expect(await payByCard(paymentWithResult({ paymentIntent: { status: 'processing' } }))).toBe('pending');
  });

  it('fails with the message of Stripe', async () => {
    const declinedError = {
      message: 'Your card was declined.',
      payment_intent: { status: 'requires_payment_method' } as const,
    };

    await expect(payByCard(paymentWithResult({ error: declinedError }))).rejects.toThrow(
      new StripePaymentError('Your card was declined.'),
    );
    await expect(payByCard(paymentWithResult({ error: { message: 'Incomplete.' } }))).rejects.toThrow(
      StripePaymentError,
    );
    await expect(payByCard(paymentWithResult({ paymentIntent: { status: 'requires_action' } }))).rejects.toThrow(
      StripePaymentError,
    );
  });

  it('ends the attempt if Stripe cancelled the PaymentIntent, but not after a decline', async () => {
    const cancelledError = { message: 'It was cancelled.', payment_intent: { status: 'canceled' } as const };
    const isFinal = await payByCard(paymentWithResult({ error: cancelledError })).catch(endsAttempt);
    expect(isFinal).toBe(true);
    expect(await payByCard(paymentWithResult({ error: { message: 'Declined.' } })).catch(endsAttempt)).toBe(false);
  });

  it('succeeds if the PaymentIntent was already paid', async () => {
    const alreadyPaid = {
      message: 'This PaymentIntent has succeeded.',
      payment_intent: { status: 'succeeded' } as const,
    };
    expect(await payByCard(paymentWithResult({ error: alreadyPaid }))).toBe('succeeded');
  });

  it('fails without a client secret, or with the error text of the server', async () => {
    const empty = { createIntent: async () => ({}), confirm: async () => ({}) };
    await expect(payByCard(empty)).rejects.toThrow('Failed to create payment intent');

    const unavailable = new ApiError(503, 'PaymentsUnavailable', 'Payments are not available right now.');
    await expect(payByCard(paymentWithIntentError(unavailable))).rejects.toMatchObject({
      name: 'CreateIntentError',
      detail: 'Payments are not available right now.',
    });

    const gateway = new ApiError(502, 'UnexpectedResponse', '502 - <html>');
    await expect(payByCard(paymentWithIntentError(gateway))).rejects.toMatchObject(new CreateIntentError(undefined));
  });

  it('rethrows a network error and an expired session', async () => {
    for (const error of [new ApiError(0, 'NetworkError', 'Gone.'), new ApiError(401, 'Unauthenticated', 'Over.')]) {
      await expect(payByCard(paymentWithIntentError(error))).rejects.toBe(error);
    }
  });
});
