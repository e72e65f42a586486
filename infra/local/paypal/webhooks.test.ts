import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { closeServer, listen } from '../process/ports.ts';
import type { Delivery } from '../providers/fixture.ts';
import { captureOf, Merchant, open } from './fixture.ts';
import { LocalPayPal } from './paypal.ts';

const VERIFY = '/v1/notifications/verify-webhook-signature';

/** A verification as a merchant asks for it, with the event's own bytes. */
function question({ headers, body }: Delivery, webhookId: string, change: object = {}): string {
  const fields = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: webhookId,
    ...change,
  };
  return `${JSON.stringify(fields).slice(0, -1)}, "webhook_event" : ${body} }`;
}

async function oneTransmission() {
  const fixture = await open();
  await fixture.merchant.order('approved', { description: 'Ünder a réef 🐙' });
  await fixture.paypal.idle();
  return { ...fixture, transmission: fixture.endpoint.deliveries[0]! };
}

describe('an event', () => {
  it('tells of what happened in the envelope that PayPal has', async () => {
    const { paypal, endpoint, merchant } = await open();
    const paid = await merchant.order('paid');
    const { id } = captureOf(paid);
    paypal.refund(id);
    await paypal.idle();
    expect([...endpoint.types].sort()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
    ]);
    const [approved, completed, refunded] = paypal.events.map(({ body }) => JSON.parse(body));
    expect(approved).toMatchObject({
      id: expect.stringMatching(/^WH-[A-Z0-9]{17}-[A-Z0-9]{17}$/),
      event_version: '1.0',
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      resource_type: 'checkout-order',
      resource_version: '2.0',
      summary: 'An order has been approved by buyer',
      resource: { id: paid.body.id, status: 'APPROVED', payer: { payer_id: expect.any(String) } },
      links: [{ rel: 'self' }, { rel: 'resend' }],
    });
    expect(completed).toMatchObject({
      resource_type: 'capture',
      summary: 'Payment completed for $ 10.00 USD',
      resource: { id, supplementary_data: { related_ids: { order_id: paid.body.id } } },
    });
    expect(refunded).toMatchObject({
      resource_type: 'refund',
      summary: 'A $ 10.00 USD capture payment was refunded',
      resource: { links: [{ rel: 'self' }, { rel: 'up', href: `${paypal.origin}/v2/payments/captures/${id}` }] },
    });
  });

  it('tells once of an order whose capture a bank refuses', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('approved');
    paypal.faults.declineCaptures = true;
    for (let time = 0; time < 2; time++) await merchant.post(`/v2/checkout/orders/${body.id}/capture`, {});
    expect(paypal.events.map(({ type }) => type)).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.DENIED']);
    const denied = JSON.parse(paypal.events.at(-1)!.body);
    expect(denied).toMatchObject({ event_type: 'PAYMENT.CAPTURE.DENIED', resource: { status: 'DECLINED' } });
    const read = await merchant.get(`/v2/payments/captures/${denied.resource.id}`);
    expect(read.body).toMatchObject({ status: 'DECLINED' });
    expect(() => paypal.refund(denied.resource.id)).toThrow('The requested action could not be performed');
  });
});

describe('a signature', () => {
  it('is good for the bytes that were sent', async () => {
    const { paypal, merchant, transmission } = await oneTransmission();
    const { status, body } = await merchant.post(VERIFY, question(transmission, paypal.webhookId));
    expect([status, body]).toMatchObject([200, { verification_status: 'SUCCESS' }]);
  });

  it('is not good for the same event, written anew', async () => {
    const { paypal, merchant, transmission } = await oneTransmission();
    const anew = { ...transmission, body: JSON.stringify(JSON.parse(transmission.body), null, 1) };
    const { body } = await merchant.post(VERIFY, question(anew, paypal.webhookId));
    expect(body).toMatchObject({ verification_status: 'FAILURE' });
  });

  it.each([
    ['another webhook', { webhook_id: 'X' }],
    ['another transmission', { transmission_id: '00000000-0000-4000-8000-000000000000' }],
    ['another time', { transmission_time: '2020-01-01T00:00:00Z' }],
    ['another signature', { transmission_sig: 'AAAA' }],
    ['another algorithm', { auth_algo: 'SHA1withRSA' }],
    ['another certificate', { cert_url: 'http://127.0.0.1/v1/notifications/certs/CERT-other' }],
  ])('is not good for %s', async (_what, change) => {
    const { paypal, merchant, transmission } = await oneTransmission();
    const { body } = await merchant.post(VERIFY, question(transmission, paypal.webhookId, change));
    expect(body).toMatchObject({ verification_status: 'FAILURE' });
  });

  it('is not good for an event that was changed', async () => {
    const { paypal, merchant, transmission } = await oneTransmission();
    const changed = { ...transmission, body: transmission.body.replace('10.00', '99.00') };
    expect(changed.body).not.toBe(transmission.body);
    const { body } = await merchant.post(VERIFY, question(changed, paypal.webhookId));
    expect(body).toMatchObject({ verification_status: 'FAILURE' });
  });

  it('is not looked for where a field is missing', async () => {
    const { merchant } = await open();
    const answer = await merchant.post(VERIFY, { webhook_event: {} });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ issue: 'MISSING_REQUIRED_PARAMETER' }] } });
  });
});

describe('deliveries', () => {
  it('go on until the endpoint takes the event, each with a signature of its own', async () => {
    const { paypal, endpoint, merchant } = await open({ retryDelaysMs: [5, 10, 15] });
    endpoint.firstStatuses.push(500, 302);
    await merchant.order('approved');
    await expect.poll(() => paypal.events[0]).toMatchObject({ delivery: 'delivered', attempts: 3 });
    expect(new Set(endpoint.deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(endpoint.deliveries.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(3);
    for (const transmission of endpoint.deliveries) {
      const { body } = await merchant.post(VERIFY, question(transmission, paypal.webhookId));
      expect(body).toMatchObject({ verification_status: 'SUCCESS' });
    }
  });

  it('are given up after the last delay, and made once more when asked for', async () => {
    const { paypal, endpoint, merchant } = await open({ retryDelaysMs: [5] });
    endpoint.status = 500;
    await merchant.order('approved');
    await expect.poll(() => paypal.events[0]).toMatchObject({ delivery: 'given up', attempts: 2 });
    endpoint.status = 204;
    await paypal.resend(paypal.events[0]!.id);
    expect(paypal.events[0]).toMatchObject({ delivery: 'delivered' });
    await expect(paypal.resend('WH-X')).rejects.toThrow('The specified resource does not exist.');
  });

  it('are lost where they are to be lost', async () => {
    const { paypal, endpoint, merchant } = await open();
    paypal.faults.dropWebhooks = true;
    await merchant.order('approved');
    await paypal.idle();
    expect(paypal.events[0]).toMatchObject({ delivery: 'dropped', attempts: 0 });
    await paypal.resend(paypal.events[0]!.id);
    expect(endpoint.types).toEqual(['CHECKOUT.ORDER.APPROVED']);
  });

  it('go on after a restart, at another port too', async () => {
    const { paypal, endpoint, merchant, directory } = await open({ retryDelaysMs: [60_000] });
    endpoint.status = 500;
    await merchant.order('approved');
    await paypal.idle();
    await paypal.close();
    endpoint.status = undefined;
    const later = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    const sending = later.resend(later.events[0]!.id);
    await expect.poll(() => endpoint.types).toHaveLength(2);
    // An endpoint that does not answer keeps nobody from closing, and the event stays for the next one.
    await later.close();
    await sending;
    endpoint.status = 200;
    const last = await LocalPayPal.open({ directory, webhook: { url: () => endpoint.url } });
    await expect.poll(() => last.events[0]).toMatchObject({ delivery: 'delivered' });
    const transmission = endpoint.deliveries.at(-1)!;
    const { body } = await new Merchant(last).post(VERIFY, question(transmission, last.webhookId));
    expect(body).toMatchObject({ verification_status: 'SUCCESS' });
    await last.close();
  });

  it('wait for an endpoint that is not there yet', async () => {
    const server = createServer((_request, response) => response.end());
    const port = await listen(server, 0);
    await closeServer(server);
    const { paypal, merchant } = await open({
      webhook: { url: () => `http://127.0.0.1:${port}/` },
      retryDelaysMs: [5, 5],
    });
    await merchant.order('approved');
    await expect.poll(() => paypal.events[0]).toMatchObject({ delivery: 'given up', attempts: 3 });
  });
});
