/**
 * Tests of repeated requests to the local PayPal, of its state after a restart, and of the faults that tests can
 * switch on.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
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

  it('captures only once per request ID', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    const capture = () => merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, REQUEST_ID);
    const firstCapture = await capture();
    const secondCapture = await capture();

    expect([firstCapture.status, secondCapture.status]).toEqual([201, 200]);
    expect(getCapture(secondCapture).id).toBe(getCapture(firstCapture).id);
    expect(paypal.events.map(({ type }) => type)).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
  });

  it('refunds only once per request ID', async () => {
    const { paypal, merchant } = await openPayPal();
    const captureId = await merchant.payOrder();
    const amount = { currency_code: 'USD', value: '1.00' };
    const refund = () => merchant.post(`/v2/payments/captures/${captureId}/refund`, { amount }, REQUEST_ID);
    const firstRefund = await refund();
    const secondRefund = await refund();

    expect([firstRefund.status, secondRefund.status]).toEqual([201, 200]);
    expect(secondRefund.body).toEqual(firstRefund.body);

    const types = paypal.events.map(({ type }) => type);
    expect(types).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED']);
  });

  it('captures and refunds under the same request ID', async () => {
    const { merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    const captureResponse = await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {}, REQUEST_ID);
    const refundPath = `/v2/payments/captures/${getCapture(captureResponse).id}/refund`;

    expect((await merchant.post(refundPath, {}, REQUEST_ID)).status).toBe(201);
  });
});

describe('local PayPal after a restart', () => {
  /** Restarts a local PayPal that has a partly refunded order, and an order that was created under the request ID. */
  async function restartWithOrders() {
    const { paypal, merchant, directory, endpoint } = await openPayPal();
    const paidOrder = await merchant.createOrder('paid');
    const createdOrder = await merchant.post('/v2/checkout/orders', ORDER, REQUEST_ID);
    paypal.refund(getCapture(paidOrder).id, '1.00');

    const { clientId, clientSecret, webhookId, events } = paypal;
    await paypal.waitUntilIdle();
    await paypal.close();

    const restartedPayPal = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    onTestFinished(() => restartedPayPal.close());

    const before = { credentials: { clientId, clientSecret, webhookId }, events };
    return { restartedPayPal, merchant: new Merchant(restartedPayPal), paidOrder, createdOrder, before };
  }

  it('keeps credentials and events', async () => {
    const { restartedPayPal, before } = await restartWithOrders();

    expect(restartedPayPal).toMatchObject(before.credentials);
    expect(restartedPayPal.events).toEqual(before.events);
  });

  it('keeps orders and request IDs', async () => {
    const { restartedPayPal, merchant, paidOrder, createdOrder } = await restartWithOrders();

    expect((await merchant.post('/v2/checkout/orders', ORDER, REQUEST_ID)).body.id).toBe(createdOrder.body.id);

    const order = await merchant.get(`/v2/checkout/orders/${paidOrder.body.id}`);
    expect(getCapture(order)).toMatchObject({ id: getCapture(paidOrder).id, status: 'PARTIALLY_REFUNDED' });
    expect(getCapture(order).links[0]?.href).toContain(restartedPayPal.origin);
  });
});

describe('faults of the local PayPal', () => {
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
