import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { FakeStripe } from '../../test/support/fake-stripe.ts';
import { receiveStripeEvent } from './stripe-webhook.ts';

const KEYS = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
const { webhooks } = new Stripe(KEYS.secretKey);

const fake = new FakeStripe();
beforeAll(() => fake.start());
beforeEach(() => {
  fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
  fake.calls.splice(0);
});
afterAll(() => fake.stop());

function sendBody(body: string) {
  const signature = webhooks.generateTestHeaderString({ payload: body, secret: KEYS.webhookSecret });
  return receiveStripeEvent({ body, headers: { 'stripe-signature': signature } });
}

const buildEvent = (type: string, data: unknown) => JSON.stringify({ type, data });

describe('a malformed event', () => {
  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['no JSON', '{"type"'],
    ['no type', '{}'],
    ['no data', '{"type":"payment_intent.succeeded"}'],
    ['no object', buildEvent('payment_intent.succeeded', {})],
    ['an object of null', buildEvent('refund.updated', { object: null })],
    ['an intent without an ID', buildEvent('payment_intent.succeeded', { object: { object: 'payment_intent' } })],
    [
      'an ID with a path',
      buildEvent('refund.updated', { object: { object: 'refund', payment_intent: 'pi_1/../../x' } }),
    ],
    ['an empty ID', buildEvent('refund.updated', { object: { object: 'refund', payment_intent: '' } })],
    [
      'an ID of an expanded intent',
      buildEvent('refund.updated', { object: { object: 'r', payment_intent: { id: 7 } } }),
    ],
  ])('rejects a malformed event without a call to Stripe: %s', async (_, body) => {
    await expect(sendBody(body)).rejects.toMatchObject({ status: 400 });
    expect(fake.calls).toEqual([]);
  });

  it('returns 200 or 400 for any signed JSON', async () => {
    const id = fc.oneof(fc.constantFrom('pi_none', 'pi_%2e%2e', 'pi_1/..', '', '..'), fc.string(), fc.jsonValue());
    const object = fc.record(
      { object: fc.constantFrom('payment_intent', 'refund', 1), id, payment_intent: fc.oneof(id, fc.record({ id })) },
      { requiredKeys: [] },
    );
    const type = fc.oneof(fc.constantFrom('payment_intent.succeeded', 'refund.updated', 'other'), fc.jsonValue());
    const event = fc.record(
      { type, data: fc.oneof(fc.record({ object: fc.oneof(object, fc.jsonValue()) }), fc.jsonValue()) },
      { requiredKeys: [] },
    );

    await fc.assert(
      fc.asyncProperty(fc.oneof(event, fc.jsonValue()), async (json) => {
        const result = await sendBody(JSON.stringify(json)).catch((error: { status?: number }) => error.status);
        expect([400, {}]).toContainEqual(result);
      }),
      { numRuns: 300 },
    );
  });
});
