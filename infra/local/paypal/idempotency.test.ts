import { describe, expect, it } from 'vitest';
import { captureOf, Merchant, open } from './fixture.ts';
import { LocalPayPal } from './paypal.ts';

const ORDER = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'USD', value: '5.00' } }] };
const ONE = { 'paypal-request-id': 'one' };

describe('a request with an id', () => {
  it('begins an order once, and is answered with the order as it is by now', async () => {
    const { paypal, merchant } = await open();
    const first = await merchant.post('/v2/checkout/orders', ORDER, ONE);
    paypal.approve(first.body.id);
    const again = await merchant.post('/v2/checkout/orders', ORDER, ONE);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ id: first.body.id, status: 'APPROVED' });
    const other = await merchant.post('/v2/checkout/orders', ORDER, { 'paypal-request-id': 'other' });
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('takes and gives back money once', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('approved');
    const capture = () => merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE);
    const [taken, takenAgain] = [await capture(), await capture()];
    expect([taken.status, takenAgain.status]).toEqual([201, 200]);
    expect(captureOf(takenAgain).id).toBe(captureOf(taken).id);
    const amount = { currency_code: 'USD', value: '1.00' };
    const refund = () => merchant.post(`/v2/payments/captures/${captureOf(taken).id}/refund`, { amount }, ONE);
    const [given, givenAgain] = [await refund(), await refund()];
    expect([given.status, givenAgain.status]).toEqual([201, 200]);
    expect(givenAgain.body).toEqual(given.body);
    const types = paypal.events.map(({ type }) => type);
    expect(types).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED']);
  });
});

describe('a stand-in', () => {
  it('knows after a restart what it knew before', async () => {
    const { paypal, merchant, directory, endpoint } = await open();
    const paid = await merchant.order('paid');
    const begun = await merchant.post('/v2/checkout/orders', ORDER, ONE);
    paypal.refund(captureOf(paid).id, '1.00');
    const { clientId, clientSecret, webhookId, events } = paypal;
    await paypal.idle();
    await paypal.close();
    const later = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    try {
      expect(later).toMatchObject({ clientId, clientSecret, webhookId });
      expect(later.events).toEqual(events);
      const again = new Merchant(later);
      expect((await again.post('/v2/checkout/orders', ORDER, ONE)).body.id).toBe(begun.body.id);
      const order = await again.get(`/v2/checkout/orders/${paid.body.id}`);
      expect(captureOf(order)).toMatchObject({ id: captureOf(paid).id, status: 'PARTIALLY_REFUNDED' });
      expect(captureOf(order).links[0]?.href).toContain(later.origin);
    } finally {
      await later.close();
    }
  });
});

describe('faults', () => {
  it('hang captures that are made all the same', async () => {
    const { paypal, merchant } = await open({ hangMs: 20 });
    const { body } = await merchant.order('approved');
    paypal.faults.hangCaptures = true;
    await expect(merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE)).rejects.toThrow('fetch failed');
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('COMPLETED');
    paypal.faults.hangCaptures = false;
    const again = await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE);
    expect(again).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });

  it('do not keep a stand-in from closing', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('approved');
    paypal.faults.hangCaptures = true;
    const hanging = merchant.post(`/v2/checkout/orders/${body.id}/capture`, {});
    const ended = expect(hanging).rejects.toThrow('fetch failed');
    await expect.poll(() => paypal.events.map(({ type }) => type)).toContain('PAYMENT.CAPTURE.COMPLETED');
    await paypal.close();
    await ended;
  });

  it('fail so many requests, which do nothing', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('approved');
    paypal.faults.failRequests = 2;
    const failure = { status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } };
    expect(await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE)).toMatchObject(failure);
    expect(await merchant.get(`/v2/checkout/orders/${body.id}`)).toMatchObject(failure);
    expect(await merchant.get(`/v2/checkout/orders/${body.id}`)).toMatchObject({ body: { status: 'APPROVED' } });
  });
});
