import { describe, expect, it } from 'vitest';
import { getCapture, Merchant, openPayPal } from './fixture.ts';
import { LocalPayPal } from './paypal.ts';

const ORDER = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'USD', value: '5.00' } }] };
const REQUEST_ID = { 'paypal-request-id': 'one' };

describe('PayPal-Request-Id', () => {
  it('creates an order once and returns its current state to repeated requests', async () => {
    const { paypal, merchant } = await openPayPal();
    const firstResponse = await merchant.post('/v2/checkout/orders', ORDER, REQUEST_ID);
    paypal.approve(firstResponse.body.id);
    const secondResponse = await merchant.post('/v2/checkout/orders', ORDER, REQUEST_ID);

    expect([firstResponse.status, secondResponse.status]).toEqual([201, 200]);
    expect(secondResponse.body).toMatchObject({ id: firstResponse.body.id, status: 'APPROVED' });

    const otherOrder = await merchant.post('/v2/checkout/orders', ORDER, { 'paypal-request-id': 'other' });
    expect(otherOrder.body.id).not.toBe(firstResponse.body.id);
  });

  it('captures and refunds only once per request ID', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    const capture = () => merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, REQUEST_ID);
    const firstCapture = await capture();
    const secondCapture = await capture();

    expect([firstCapture.status, secondCapture.status]).toEqual([201, 200]);
    expect(getCapture(secondCapture).id).toBe(getCapture(firstCapture).id);

    const amount = { currency_code: 'USD', value: '1.00' };
    const refund = () =>
      merchant.post(`/v2/payments/captures/${getCapture(firstCapture).id}/refund`, { amount }, REQUEST_ID);
    const firstRefund = await refund();
    const secondRefund = await refund();

    expect([firstRefund.status, secondRefund.status]).toEqual([201, 200]);
    expect(secondRefund.body).toEqual(firstRefund.body);

    const types = paypal.events.map(({ type }) => type);
    expect(types).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED']);
  });
});

describe('local PayPal', () => {
  it('keeps credentials, orders, request IDs, and events across a restart', async () => {
    const { paypal, merchant, directory, endpoint } = await openPayPal();
    const paidOrder = await merchant.createOrder('paid');
    const createdOrder = await merchant.post('/v2/checkout/orders', ORDER, REQUEST_ID);
    paypal.refund(getCapture(paidOrder).id, '1.00');

    const { clientId, clientSecret, webhookId, events } = paypal;
    await paypal.idle();
    await paypal.close();

    const restartedPayPal = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    try {
      expect(restartedPayPal).toMatchObject({ clientId, clientSecret, webhookId });
      expect(restartedPayPal.events).toEqual(events);

      const newMerchant = new Merchant(restartedPayPal);
      expect((await newMerchant.post('/v2/checkout/orders', ORDER, REQUEST_ID)).body.id).toBe(createdOrder.body.id);

      const order = await newMerchant.get(`/v2/checkout/orders/${paidOrder.body.id}`);
      expect(getCapture(order)).toMatchObject({ id: getCapture(paidOrder).id, status: 'PARTIALLY_REFUNDED' });
      expect(getCapture(order).links[0]?.href).toContain(restartedPayPal.origin);
    } finally {
      await restartedPayPal.close();
    }
  });
});

describe('faults', () => {
  it('captures without responding while hangCaptures is set', async () => {
    const { paypal, merchant } = await openPayPal({ hangMs: 20 });
    const { body } = await merchant.createOrder('approved');
    paypal.faults.hangCaptures = true;

    await expect(merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, REQUEST_ID)).rejects.toThrow(
      'fetch failed',
    );
    expect((await merchant.get(`/v2/checkout/orders/${body.id}`)).body.status).toBe('COMPLETED');

    paypal.faults.hangCaptures = false;
    const secondResponse = await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, REQUEST_ID);
    expect(secondResponse).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  });

  it('closes while hangCaptures delays a response', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    paypal.faults.hangCaptures = true;
    const pendingCapture = merchant.post(`/v2/checkout/orders/${body.id}/capture`, {});
    const rejection = expect(pendingCapture).rejects.toThrow('fetch failed');
    await expect.poll(() => paypal.events.map(({ type }) => type)).toContain('PAYMENT.CAPTURE.COMPLETED');

    await paypal.close();
    await rejection;
  });

  it('fails the number of requests in failRequests without effect', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    paypal.faults.failRequests = 2;
    const failure = { status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } };

    expect(await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, REQUEST_ID)).toMatchObject(failure);
    expect(await merchant.get(`/v2/checkout/orders/${body.id}`)).toMatchObject(failure);
    expect(await merchant.get(`/v2/checkout/orders/${body.id}`)).toMatchObject({ body: { status: 'APPROVED' } });
  });
});
