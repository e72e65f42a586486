/** Tests of the webhook events that the local PayPal sends to the product: their content, signature, and delivery. */
import { verify, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { closeServer, listen } from '../process/ports.ts';
import type { Delivery } from '../providers/fixture.ts';
import { getCapture, openPayPal } from './fixture.ts';
import { LocalPayPal } from './paypal.ts';

/** Returns whether a delivery's signature matches the certificate that its headers name. */
async function isSigned({ headers, body }: Delivery, webhookId: string): Promise<boolean> {
  const header = (name: string) => String(headers[`paypal-${name}`]);
  const certificate = new X509Certificate(await (await fetch(header('cert-url'))).text());
  const message = [header('transmission-id'), header('transmission-time'), webhookId, crc32(body)].join('|');
  const signature = Buffer.from(header('transmission-sig'), 'base64');
  return verify('sha256', Buffer.from(message), certificate.publicKey, signature);
}

/** Opens a local PayPal that has delivered the event of an approved order. */
async function openDelivery() {
  const fixture = await openPayPal();
  await fixture.merchant.createOrder('approved', { description: 'Ünder a réef 🐙' });
  await fixture.paypal.waitUntilIdle();
  return { ...fixture, delivery: fixture.endpoint.deliveries[0]! };
}

/** Opens a local PayPal with an order that is approved, captured, and refunded. Returns the events' bodies. */
async function openRefundedOrder() {
  const { paypal, endpoint, merchant } = await openPayPal();
  const order = await merchant.createOrder('paid');
  const { id: captureId } = getCapture(order);
  paypal.refund(captureId);
  await paypal.waitUntilIdle();

  const [approvalEvent, captureEvent, refundEvent] = paypal.events.map(({ body }) => JSON.parse(body));
  return { paypal, endpoint, orderId: order.body.id, captureId, approvalEvent, captureEvent, refundEvent };
}

describe('webhook event', () => {
  it('reports each approval, capture, and refund', async () => {
    const { endpoint } = await openRefundedOrder();

    expect([...endpoint.types].sort()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
    ]);
  });

  it('sends an approved order in PayPal’s envelope', async () => {
    const { orderId, approvalEvent } = await openRefundedOrder();

    expect(approvalEvent).toMatchObject({
      id: expect.stringMatching(/^WH-[A-Z0-9]{17}-[A-Z0-9]{17}$/),
      event_version: '1.0',
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      resource_type: 'checkout-order',
      resource_version: '2.0',
      summary: 'An order has been approved by buyer',
      resource: { id: orderId, status: 'APPROVED', payer: { payer_id: expect.any(String) } },
      links: [{ rel: 'self' }, { rel: 'resend' }],
    });
  });

  it('names the order of a capture', async () => {
    const { orderId, captureId, captureEvent } = await openRefundedOrder();

    expect(captureEvent).toMatchObject({
      resource_type: 'capture',
      summary: 'Payment completed for $ 10.00 USD',
      resource: { id: captureId, supplementary_data: { related_ids: { order_id: orderId } } },
    });
  });

  it('links a refund to its capture', async () => {
    const { paypal, captureId, refundEvent } = await openRefundedOrder();

    const captureUrl = `${paypal.origin}/v2/payments/captures/${captureId}`;
    expect(refundEvent).toMatchObject({
      resource_type: 'refund',
      summary: 'A $ 10.00 USD capture payment was refunded',
      resource: { links: [{ rel: 'self' }, { rel: 'up', href: captureUrl }] },
    });
  });

  it('reports a declined capture once per order', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    paypal.faults.declineCaptures = true;
    for (let attempt = 0; attempt < 2; attempt++) await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {});
    expect(paypal.events.map(({ type }) => type)).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.DENIED']);

    const denialEvent = JSON.parse(paypal.events.at(-1)!.body);
    expect(denialEvent).toMatchObject({ event_type: 'PAYMENT.CAPTURE.DENIED', resource: { status: 'DECLINED' } });

    const response = await merchant.get(`/v2/payments/captures/${denialEvent.resource.id}`);
    expect(response.body).toMatchObject({ status: 'DECLINED' });
    expect(() => paypal.refund(denialEvent.resource.id)).toThrow('The requested action could not be performed');
  });
});

describe('webhook signature', () => {
  it('covers the body and the webhook ID, and matches the certificate that the headers name', async () => {
    const { paypal, delivery } = await openDelivery();
    expect(delivery.headers).toMatchObject({
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/v1\/notifications\/certs\/CERT-[a-z0-9-]+$/,
      ),
      'paypal-transmission-time': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(await isSigned(delivery, paypal.webhookId)).toBe(true);
    expect(await isSigned(delivery, 'X')).toBe(false);

    const changedDelivery = { ...delivery, body: delivery.body.replace('10.00', '99.00') };
    expect(await isSigned(changedDelivery, paypal.webhookId)).toBe(false);
  });

  it('signs events with a valid certificate that has the name of PayPal’s certificates', async () => {
    const { delivery } = await openDelivery();
    const response = await fetch(String(delivery.headers['paypal-cert-url']));
    const { subject, validFromDate, validToDate } = new X509Certificate(await response.text());

    expect(subject).toBe('CN=messageverificationcerts.sandbox.paypal.com');
    expect(validFromDate.getTime()).toBeLessThan(Date.now());
    expect(validToDate.getTime()).toBeGreaterThan(Date.now());
  });
});

describe('webhook delivery', () => {
  it('retries until the endpoint accepts the event, each time with a new signature', async () => {
    const { paypal, endpoint, merchant } = await openPayPal({ retryDelaysMs: [5, 10, 15] });
    endpoint.firstStatuses.push(500, 302);
    await merchant.createOrder('approved');

    await expect.poll(() => paypal.events[0]).toMatchObject({ delivery: 'delivered', attempts: 3 });
    expect(new Set(endpoint.deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(endpoint.deliveries.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(3);
    for (const delivery of endpoint.deliveries) expect(await isSigned(delivery, paypal.webhookId)).toBe(true);
  });

  it('gives up after the last delay, until resend sends the event again', async () => {
    const { paypal, endpoint, merchant } = await openPayPal({ retryDelaysMs: [5] });
    endpoint.laterStatus = 500;
    await merchant.createOrder('approved');
    await expect.poll(() => paypal.events[0]).toMatchObject({ delivery: 'failed', attempts: 2 });

    endpoint.laterStatus = 204;
    await paypal.resend(paypal.events[0]!.id);
    expect(paypal.events[0]).toMatchObject({ delivery: 'delivered' });
    await expect(paypal.resend('WH-X')).rejects.toThrow('The specified resource does not exist.');
  });

  it('drops events while dropWebhooks is set', async () => {
    const { paypal, endpoint, merchant } = await openPayPal();
    paypal.faults.dropWebhooks = true;
    await merchant.createOrder('approved');
    await paypal.waitUntilIdle();
    expect(paypal.events[0]).toMatchObject({ delivery: 'dropped', attempts: 0 });

    await paypal.resend(paypal.events[0]!.id);
    expect(endpoint.types).toEqual(['CHECKOUT.ORDER.APPROVED']);
  });

  it('continues after a restart on another port', async () => {
    const { paypal, endpoint, merchant, directory } = await openPayPal({ retryDelaysMs: [60_000] });
    endpoint.laterStatus = 500;
    await merchant.createOrder('approved');
    await paypal.waitUntilIdle();
    await paypal.close();

    // From now on, the endpoint doesn't respond.
    endpoint.laterStatus = undefined;
    const secondPayPal = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    const resending = secondPayPal.resend(secondPayPal.events[0]!.id);
    await expect.poll(() => endpoint.types).toHaveLength(2);

    // The pending request must not delay closing. The event stays pending.
    await secondPayPal.close();
    await resending;

    endpoint.laterStatus = 200;
    const thirdPayPal = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    await expect.poll(() => thirdPayPal.events[0]).toMatchObject({ delivery: 'delivered' });
    expect(await isSigned(endpoint.deliveries.at(-1)!, thirdPayPal.webhookId)).toBe(true);

    await thirdPayPal.close();
  });

  it('retries while the endpoint is unreachable', async () => {
    const server = createServer((_request, response) => response.end());
    const port = await listen(server, 0);
    await closeServer(server);
    const { paypal, merchant } = await openPayPal({
      webhook: { url: () => `http://127.0.0.1:${port}/` },
      retryDelaysMs: [5, 5],
    });
    await merchant.createOrder('approved');

    await expect.poll(() => paypal.events[0]).toMatchObject({ delivery: 'failed', attempts: 3 });
  });
});
