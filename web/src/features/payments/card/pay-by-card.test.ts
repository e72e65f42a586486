import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { endsAttempt, IntentRefused, StripeRefusal } from '../purchase/problem.ts';
import { type CardMeans, type Confirmation, payByCard } from './pay-by-card.ts';

const begun = { clientSecret: 'pi_1_secret_2' };

/** A payment that was begun, and that Stripe answers so. */
function answered(confirmation: Confirmation): CardMeans {
  return { createIntent: async () => begun, confirm: async () => confirmation };
}

function refused(error: Error): CardMeans {
  return {
    createIntent: () => Promise.reject(error),
    confirm: () => Promise.reject(new Error('nothing may be sent to Stripe')),
  };
}

describe('a card payment', () => {
  it('confirms what the server has begun', async () => {
    const secrets: string[] = [];
    const means: CardMeans = {
      createIntent: async () => begun,
      confirm: async (secret) => {
        secrets.push(secret);
        return { paymentIntent: { status: 'succeeded' } };
      },
    };
    expect(await payByCard(means)).toBe('succeeded');
    expect(secrets).toEqual(['pi_1_secret_2']);
  });

  it('waits for a bank that takes its time', async () => {
    expect(await payByCard(answered({ paymentIntent: { status: 'processing' } }))).toBe('pending');
  });

  it('fails with what Stripe says', async () => {
    const declined = {
      message: 'Your card was declined.',
      payment_intent: { status: 'requires_payment_method' } as const,
    };
    await expect(payByCard(answered({ error: declined }))).rejects.toThrow(
      new StripeRefusal('Your card was declined.'),
    );
    await expect(payByCard(answered({ error: { message: 'Incomplete.' } }))).rejects.toThrow(StripeRefusal);
    await expect(payByCard(answered({ paymentIntent: { status: 'requires_action' } }))).rejects.toThrow(StripeRefusal);
  });

  it('that was cancelled at Stripe is over, and any other can be tried again', async () => {
    const over = { message: 'It was cancelled.', payment_intent: { status: 'canceled' } as const };
    const ending = await payByCard(answered({ error: over })).catch(endsAttempt);
    expect(ending).toBe(true);
    expect(await payByCard(answered({ error: { message: 'Declined.' } })).catch(endsAttempt)).toBe(false);
  });

  it('has succeeded when a repeated try finds the money taken already', async () => {
    const taken = { message: 'This PaymentIntent has succeeded.', payment_intent: { status: 'succeeded' } as const };
    expect(await payByCard(answered({ error: taken }))).toBe('succeeded');
  });

  it('has no intent without a client secret, or when the server refuses, and tells what it said', async () => {
    const empty = { createIntent: async () => ({}), confirm: async () => ({}) };
    await expect(payByCard(empty)).rejects.toThrow('Failed to create payment intent');
    const stated = new ApiError(503, 'PaymentsUnavailable', 'Payments are not available right now.');
    await expect(payByCard(refused(stated))).rejects.toMatchObject({
      name: 'IntentRefused',
      detail: 'Payments are not available right now.',
    });
    const gateway = new ApiError(502, 'UnexpectedAnswer', '502 - <html>');
    await expect(payByCard(refused(gateway))).rejects.toMatchObject(new IntentRefused(undefined));
  });

  it('tells a lost connection and a lost session from a refusal', async () => {
    for (const error of [new ApiError(0, 'NetworkError', 'Gone.'), new ApiError(401, 'Unauthenticated', 'Over.')]) {
      await expect(payByCard(refused(error))).rejects.toBe(error);
    }
  });
});
