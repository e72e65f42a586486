import { describe, expect, it } from 'vitest';
import { getCapture, Merchant, openPayPal } from './fixture.ts';
import { LocalPayPal } from './paypal.ts';

const ORDER = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'USD', value: '5.00' } }] };
const ONE = { 'paypal-request-id': 'one' };

describe('PayPal-Request-Id', () => {
  it('creates an order once, and returns its current state to repeats', async () => {
    const { paypal, merchant } = await openPayPal();
    const first = await merchant.post('/v2/checkout/orders', ORDER, ONE);
    paypal.approve(first.body.id);
    const again = await merchant.post('/v2/checkout/orders', ORDER, ONE);

    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ id: first.body.id, status: 'APPROVED' });

    const other = await merchant.post('/v2/checkout/orders', ORDER, { 'paypal-request-id': 'other' });
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('captures and refunds once', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    const capture = () => merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE);
    const [firstCapture, secondCapture] = [await capture(), await capture()];

    expect([firstCapture.status, secondCapture.status]).toEqual([201, 200]);
    expect(getCapture(secondCapture).id).toBe(getCapture(firstCapture).id);

    const amount = { currency_code: 'USD', value: '1.00' };
    const refund = () => merchant.post(`/v2/payments/captures/${getCapture(firstCapture).id}/refund`, { amount }, ONE);
    const [firstRefund, secondRefund] = [await refund(), await refund()];

    expect([firstRefund.status, secondRefund.status]).toEqual([201, 200]);
    expect(secondRefund.body).toEqual(firstRefund.body);

    const types = paypal.events.map(({ type }) => type);
    expect(types).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED']);
  });
});

describe('local PayPal', () => {
  it('keeps credentials, orders, request IDs, and events across a restart', async () => {
    const { paypal, merchant, directory, endpoint } = await openPayPal();
    const paid = await merchant.createOrder('paid');
    const created = await merchant.post('/v2/checkout/orders', ORDER, ONE);

    paypal.refund(getCapture(paid).id, '1.00');
    const { clientId, clientSecret, webhookId, events } = paypal;
    await paypal.idle();
    await paypal.close();
    const restarted = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    try {
      expect(restarted).toMatchObject({ clientId, clientSecret, webhookId });
      expect(restarted.events).toEqual(events);
      const newMerchant = new Merchant(restarted);
      expect((await newMerchant.post('/v2/checkout/orders', ORDER, ONE)).body.id).toBe(created.body.id);
      const order = await newMerchant.get(`/v2/checkout/orders/${paid.body.id}`);
      expect(getCapture(order)).toMatchObject({ id: getCapture(paid).id, status: 'PARTIALLY_REFUNDED' });
      expect(getCapture(order).links[0]?.href).toContain(restarted.origin);
    } finally {
      await restarted.close();
    }
  });
});

describe('faults', () => {
  it('hangCaptures captures without responding', async () => {
    const { paypal, merchant } = await openPayPal({ hangMs: 20 });
    const { body } = await merchant.createOrder('approved');
    paypal.faults.hangCaptures = true;

    await expect(merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE)).rejects.toThrow('fetch failed');
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('COMPLETED');

    paypal.faults.hangCaptures = false;
    const again = await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE);
    expect(again).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });

  it('hangCaptures does not prevent closing', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    paypal.faults.hangCaptures = true;
    const hanging = merchant.post(`/v2/checkout/orders/${body.id}/capture`, {});
    const rejection = expect(hanging).rejects.toThrow('fetch failed');
    await expect.poll(() => paypal.events.map(({ type }) => type)).toContain('PAYMENT.CAPTURE.COMPLETED');

    await paypal.close();
    await rejection;
  });

  it('failRequests fails the given number of requests without effect', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    paypal.faults.failRequests = 2;
    const failure = { status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } };

    expect(await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, ONE)).toMatchObject(failure);
    expect(await merchant.get(`/v2/checkout/orders/${body.id}`)).toMatchObject(failure);
    expect(await merchant.get(`/v2/checkout/orders/${body.id}`)).toMatchObject({ body: { status: 'APPROVED' } });
  });
});
