/**
 * Tests of orders at the local PayPal, a double of PayPal's API. A merchant creates an order, the payer approves it,
 * and the merchant captures the money. An invalid request is rejected with PayPal's issue.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getCapture, openPayPal, requestToken } from './fixture.ts';

const ORDERS = '/v2/checkout/orders';
const usd = (value: string) => ({ currency_code: 'USD', value });
/** Builds the links of an order that is not approved yet. */
const buildOrderLinks = (origin: string, orderId: string) => [
  { href: `${origin}${ORDERS}/${orderId}`, rel: 'self', method: 'GET' },
  { href: `${origin}/checkoutnow?token=${orderId}`, rel: 'approve', method: 'GET' },
  { href: `${origin}${ORDERS}/${orderId}`, rel: 'update', method: 'PATCH' },
  { href: `${origin}${ORDERS}/${orderId}/capture`, rel: 'capture', method: 'POST' },
];

/** Builds the response to a rejected request. */
const buildRejection = (status: number, issue: string) => ({ status, body: { details: [{ issue }] } });

describe('POST /v1/oauth2/token', () => {
  it('issues a token for the client ID and secret', async () => {
    const { paypal } = await openPayPal();
    const response = await requestToken(paypal.origin, `${paypal.clientId}:${paypal.clientSecret}`);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^A21AA/),
      token_type: 'Bearer',
      expires_in: 9 * 3600,
      scope: expect.stringContaining('https://uri.paypal.com/services/payments'),
      app_id: expect.stringMatching(/^APP-/),
      nonce: expect.any(String),
    });
  });

  it('rejects a wrong secret and an unsupported grant type', async () => {
    const { paypal } = await openPayPal();
    const wrongSecretResponse = await requestToken(paypal.origin, `${paypal.clientId}:guessed`);
    expect(wrongSecretResponse.status).toBe(401);
    expect(await wrongSecretResponse.json()).toMatchObject({ error: 'invalid_client' });

    const login = `${paypal.clientId}:${paypal.clientSecret}`;
    const wrongGrantResponse = await requestToken(paypal.origin, login, 'password');
    expect(wrongGrantResponse.status).toBe(400);
    expect(await wrongGrantResponse.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it('issues tokens that other accounts reject', async () => {
    const { paypal } = await openPayPal();
    const { paypal: otherPayPal } = await openPayPal();
    const response = await requestToken(paypal.origin, `${paypal.clientId}:${paypal.clientSecret}`);
    const { access_token } = z.object({ access_token: z.string() }).parse(await response.json());

    for (const authorization of ['', `Bearer ${access_token}`, 'Bearer A21AA99999999999.x.y']) {
      const rejectedResponse = await fetch(`${otherPayPal.origin}${ORDERS}/X`, { headers: { authorization } });
      expect(rejectedResponse.status).toBe(401);
      expect(await rejectedResponse.json()).toMatchObject({ name: 'AUTHENTICATION_FAILURE' });
    }
  });
});

describe('POST /v2/checkout/orders', () => {
  it('returns the order with its approval link', async () => {
    const { paypal, merchant } = await openPayPal();
    const { status, body } = await merchant.createOrder('created', { reference_id: 'reef', invoice_id: 'inv-1' });
    expect(status).toBe(201);

    expect(body).toMatchObject({
      id: expect.stringMatching(/^[A-Z0-9]{17}$/),
      status: 'CREATED',
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'reef',
          custom_id: 'ann',
          invoice_id: 'inv-1',
          description: 'A reef',
          amount: usd('10.00'),
          payee: { email_address: expect.stringContaining('@'), merchant_id: expect.stringMatching(/^[A-Z0-9]{13}$/) },
        },
      ],
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      links: buildOrderLinks(paypal.origin, body.id),
    });
    expect(body).not.toHaveProperty('payer');
    expect(await merchant.get(`${ORDERS}/${body.id}`)).toEqual({ status: 200, body });
  });

  it('requires the payer’s action if the request has a payment source', async () => {
    const { paypal, merchant } = await openPayPal();
    const { status, body } = await merchant.post(ORDERS, {
      intent: 'CAPTURE',
      purchase_units: [{ amount: usd('5.00') }],
      payment_source: { paypal: { experience_context: { brand_name: 'Fathom' } } },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
      payment_source: { paypal: {} },
      links: [{ rel: 'self' }, { rel: 'payer-action', href: `${paypal.origin}/checkoutnow?token=${body.id}` }],
    });
    expect(paypal.approve(body.id)).toMatchObject({ status: 'APPROVED' });
  });

  it('returns a minimal representation unless the full one is preferred', async () => {
    const { merchant } = await openPayPal();
    const order = { intent: 'CAPTURE', purchase_units: [{ amount: usd('5.00') }] };
    const { body } = await merchant.post(ORDERS, order, { prefer: 'return=minimal' });
    expect(body).toMatchObject({ id: expect.any(String), status: 'CREATED' });
    expect(body).not.toHaveProperty('intent');
  });

  it.each<[body: object | string, status: number, issue: string]>([
    [{ intent: 'AUTHORIZE', purchase_units: [{ amount: usd('5.00') }] }, 400, 'INVALID_PARAMETER_VALUE'],
    [{ intent: 'CAPTURE' }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ intent: 'CAPTURE', purchase_units: [{}] }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ intent: 'CAPTURE', purchase_units: [{ amount: usd('five') }] }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [{ intent: 'CAPTURE', purchase_units: [{ amount: usd('5.001') }] }, 422, 'DECIMAL_PRECISION'],
    [{ intent: 'CAPTURE', purchase_units: [{ amount: usd('0.00') }] }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [
      { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'XTS', value: '1.00' } }] },
      422,
      'CURRENCY_NOT_SUPPORTED',
    ],
    ['not JSON', 400, 'MALFORMED_REQUEST_JSON'],
  ])('rejects an order with the body %j', async (body, status, issue) => {
    const { merchant } = await openPayPal();
    expect(await merchant.post(ORDERS, body)).toMatchObject(buildRejection(status, issue));
  });

  it('rejects a content type other than JSON', async () => {
    const { merchant } = await openPayPal();
    const response = await merchant.post(ORDERS, {}, { 'content-type': 'text/plain' });
    expect(response).toMatchObject({ status: 415, body: { name: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('returns 404 for unknown IDs and paths', async () => {
    const { merchant } = await openPayPal();
    for (const path of [`${ORDERS}/X`, '/v2/payments/captures/X', '/v2/payments/refunds/X', '/v2/elsewhere']) {
      expect(await merchant.get(path), path).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
    }
  });

  it('returns the payer after approval', async () => {
    const { merchant } = await openPayPal();
    expect((await merchant.createOrder('approved')).body).toMatchObject({
      status: 'APPROVED',
      payer: { payer_id: expect.stringMatching(/^[A-Z0-9]{13}$/), email_address: expect.stringContaining('@') },
      links: [{ rel: 'self' }, { rel: 'update' }, { rel: 'capture' }],
    });
  });
});

describe('POST /v2/checkout/orders/{id}/capture', () => {
  it('captures an approved order', async () => {
    const { paypal, merchant } = await openPayPal();
    const order = await merchant.createOrder('paid', { invoice_id: 'inv-1' });
    expect(order).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });

    const capture = getCapture(order);
    // PayPal's fee is 3.49 % and 49 cents: 0.349 + 0.49, rounded.
    expect(capture).toMatchObject({
      status: 'COMPLETED',
      amount: usd('10.00'),
      final_capture: true,
      custom_id: 'ann',
      invoice_id: 'inv-1',
      seller_protection: { status: 'ELIGIBLE' },
      seller_receivable_breakdown: { gross_amount: usd('10.00'), paypal_fee: usd('0.84'), net_amount: usd('9.16') },
      supplementary_data: { related_ids: { order_id: order.body.id } },
      links: [
        { rel: 'self', href: `${paypal.origin}/v2/payments/captures/${capture.id}` },
        { rel: 'refund' },
        { rel: 'up', href: `${paypal.origin}${ORDERS}/${order.body.id}` },
      ],
    });
    expect((await merchant.get(`/v2/payments/captures/${capture.id}`)).body).toMatchObject(capture);
  });

  it('rejects an order that is not approved', async () => {
    const { merchant } = await openPayPal();
    const { body } = await merchant.createOrder('created');
    expect(await merchant.post(`${ORDERS}/${body.id}/capture`, {})).toMatchObject(
      buildRejection(422, 'ORDER_NOT_APPROVED'),
    );
  });

  it('rejects an order that is already captured', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('paid');
    const secondCapture = await merchant.post(`${ORDERS}/${body.id}/capture`, {});
    expect(secondCapture).toMatchObject(buildRejection(422, 'ORDER_ALREADY_CAPTURED'));
    expect(() => paypal.approve(body.id)).toThrow('The requested action could not be performed');
  });

  it('leaves the order approved when the bank declines', async () => {
    const { paypal, merchant } = await openPayPal();
    const { body } = await merchant.createOrder('approved');
    const capture = () => merchant.post(`${ORDERS}/${body.id}/capture`, {}, { 'paypal-request-id': 'one' });

    paypal.faults.declineCaptures = true;
    expect(await capture()).toMatchObject(buildRejection(422, 'INSTRUMENT_DECLINED'));
    expect((await merchant.get(`${ORDERS}/${body.id}`)).body.status).toBe('APPROVED');

    paypal.faults.declineCaptures = false;
    expect(await capture()).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  });

  it('rejects an invoice that is already paid', async () => {
    const { merchant } = await openPayPal();
    const approvedOrder = await merchant.createOrder('approved', { invoice_id: 'inv-1' });
    await merchant.createOrder('paid', { invoice_id: 'inv-1' });

    expect(await merchant.createOrder('created', { invoice_id: 'inv-1' })).toMatchObject(
      buildRejection(422, 'DUPLICATE_INVOICE_ID'),
    );

    const response = await merchant.post(`${ORDERS}/${approvedOrder.body.id}/capture`, {});
    expect(response).toMatchObject(buildRejection(422, 'DUPLICATE_INVOICE_ID'));
  });
});
