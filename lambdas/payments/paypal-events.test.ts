/** Tests that signed but malformed events of PayPal are rejected with 400, and cause no call and no other error. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { FakePayPal, signEvent } from '../../test/support/fake-paypal.ts';
import { receivePaypalEvent } from './paypal-webhook.ts';

let paypal: FakePayPal;

beforeEach(() => {
  paypal = new FakePayPal();
  fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify({ clientId: 'id', clientSecret: 'secret', webhookId: 'WH' }) });
});

/** Sends a body with a valid signature, so that only its content can be rejected. */
const sendSignedBody = (body: string) => receivePaypalEvent({ headers: signEvent(body), body });

/** Generates events with some valid and some malformed parts. Each part may be missing. */
function createEventArbitrary(): fc.Arbitrary<unknown> {
  const id = fc.oneof(fc.constantFrom('O-1', '..', 'a/b', ''), fc.string(), fc.jsonValue());
  const related = fc.record({ related_ids: fc.record({ order_id: id }, { requiredKeys: [] }) }, { requiredKeys: [] });
  const resource = fc.record(
    {
      id,
      amount: fc.oneof(fc.record({ value: fc.oneof(fc.constant('1.00'), fc.jsonValue()) }), fc.jsonValue()),
      supplementary_data: fc.oneof(related, fc.jsonValue()),
      links: fc.oneof(fc.array(fc.record({ rel: fc.constant('up'), href: fc.string() })), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );

  const type = fc.oneof(fc.constantFrom('CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.REVERSED'), fc.jsonValue());
  return fc.record({ event_type: type, resource: fc.oneof(resource, fc.jsonValue()) }, { requiredKeys: [] });
}

describe('receivePaypalEvent', () => {
  const buildEvent = (resource: unknown) => JSON.stringify({ event_type: 'PAYMENT.CAPTURE.REVERSED', resource });
  /** Builds an event that names its capture by this link. */
  const buildLinkedEvent = (href: string) => buildEvent({ id: 'R', links: [{ rel: 'up', href }] });

  it.each<[problem: string, body: string]>([
    ['no JSON', '{'],
    ['null', 'null'],
    ['no type', '{"resource":{"id":"1"}}'],
    ['no resource', '{"event_type":"PAYMENT.CAPTURE.COMPLETED"}'],
    ['an ID with a path', buildEvent({ id: '../../v1/oauth2/token' })],
    ['an empty ID', buildEvent({ id: '' })],
    ['an order ID with a path', buildEvent({ id: 'C', supplementary_data: { related_ids: { order_id: 'a/b' } } })],
    ['a link that ends with dots', buildLinkedEvent('https://paypal.example/v2/payments/captures/..')],
    ['a link that ends with a slash', buildLinkedEvent('https://paypal.example/v2/payments/captures/')],
    ['an amount that is not a number', buildEvent({ id: 'C', amount: { value: 'many' } })],
    ['a negative amount', buildEvent({ id: 'C', amount: { value: '-1.00' } })],
  ])('rejects a malformed event without a call to PayPal: %s', async (_, body) => {
    await expect(sendSignedBody(body)).rejects.toMatchObject({ status: 400, code: 'InvalidInput' });
    expect(paypal.takeCalls()).toEqual([]);
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
