/** Tests that signed but malformed events of Stripe are rejected with 400, and cause no call and no other error. */
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { FakeStripe } from '../../test/support/fake-stripe.ts';
import { receiveStripeEvent } from './stripe-webhook.ts';

const KEYS = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
const { webhooks } = new Stripe(KEYS.secretKey);

const fakeStripe = new FakeStripe();
beforeAll(() => fakeStripe.start());
beforeEach(() => {
  fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
  fakeStripe.calls.splice(0);
});
afterAll(() => fakeStripe.stop());

/** Sends a body with a valid signature, so that only its content can be rejected. */
function sendSignedBody(body: string) {
  const signature = webhooks.generateTestHeaderString({ payload: body, secret: KEYS.webhookSecret });
  return receiveStripeEvent({ body, headers: { 'stripe-signature': signature } });
}

const buildEvent = (type: string, data: unknown) => JSON.stringify({ type, data });

/** Generates events with some valid and some malformed parts. Each part may be missing. */
function createEventArbitrary(): fc.Arbitrary<unknown> {
  // Includes an ID that Stripe doesn't have, and IDs that would change the path of the call.
  const id = fc.oneof(fc.constantFrom('pi_none', 'pi_%2e%2e', 'pi_1/..', '', '..'), fc.string(), fc.jsonValue());
  const stripeObject = fc.record(
    { object: fc.constantFrom('payment_intent', 'refund', 1), id, payment_intent: fc.oneof(id, fc.record({ id })) },
    { requiredKeys: [] },
  );
  const type = fc.oneof(fc.constantFrom('payment_intent.succeeded', 'refund.updated', 'other'), fc.jsonValue());

  return fc.record(
    { type, data: fc.oneof(fc.record({ object: fc.oneof(stripeObject, fc.jsonValue()) }), fc.jsonValue()) },
    { requiredKeys: [] },
  );
}

describe('receiveStripeEvent', () => {
  it.each<[problem: string, body: string]>([
    ['null', 'null'],
    ['a list', '[]'],
    ['invalid JSON', '{"type"'],
    ['an event without a type', '{}'],
    ['an event without data', '{"type":"payment_intent.succeeded"}'],
    ['an event without an object', buildEvent('payment_intent.succeeded', {})],
    ['a null object', buildEvent('refund.updated', { object: null })],
    ['an intent without an ID', buildEvent('payment_intent.succeeded', { object: { object: 'payment_intent' } })],
    [
      'an ID with a path',
      buildEvent('refund.updated', { object: { object: 'refund', payment_intent: 'pi_1/../../x' } }),
    ],
    ['an empty ID', buildEvent('refund.updated', { object: { object: 'refund', payment_intent: '' } })],
    [
      'an expanded intent with a numeric ID',
      buildEvent('refund.updated', { object: { object: 'refund', payment_intent: { id: 7 } } }),
    ],
  ])('rejects a malformed event without a call to Stripe: %s', async (_, body) => {
    await expect(sendSignedBody(body)).rejects.toMatchObject({ status: 400 });
    expect(fakeStripe.calls).toEqual([]);
  });

  it('accepts any signed JSON or rejects it with 400', async () => {
    const successBody = {};
    const readStatus = (error: { status?: number }) => error.status;

    await fc.assert(
      fc.asyncProperty(fc.oneof(createEventArbitrary(), fc.jsonValue()), async (event) => {
        const bodyOrStatus = await sendSignedBody(JSON.stringify(event)).catch(readStatus);
        expect([400, successBody]).toContainEqual(bodyOrStatus);
      }),
      { numRuns: 300 },
    );
  });
});
