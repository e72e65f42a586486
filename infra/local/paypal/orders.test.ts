import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askForToken, captureOf, open } from './fixture.ts';

const ORDERS = '/v2/checkout/orders';
const usd = (value: string) => ({ currency_code: 'USD', value });
const refusal = (status: number, issue: string) => ({ status, body: { details: [{ issue }] } });

describe('the token operation', () => {
  it('takes the application and its secret', async () => {
    const { paypal } = await open();
    const response = await askForToken(paypal.origin, `${paypal.clientId}:${paypal.clientSecret}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^A21AA/),
      token_type: 'Bearer',
      expires_in: 32_400,
      scope: expect.stringContaining('https://uri.paypal.com/services/payments'),
      app_id: expect.stringMatching(/^APP-/),
      nonce: expect.any(String),
    });
  });

  it('refuses another secret, and another grant', async () => {
    const { paypal } = await open();
    const other = await askForToken(paypal.origin, `${paypal.clientId}:guessed`);
    expect([other.status, await other.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    const grant = await askForToken(paypal.origin, `${paypal.clientId}:${paypal.clientSecret}`, 'password');
    expect([grant.status, await grant.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });

  it('gives tokens that no other account takes', async () => {
    const [one, other] = [await open(), await open()];
    const response = await askForToken(one.paypal.origin, `${one.paypal.clientId}:${one.paypal.clientSecret}`);
    const { access_token } = z.object({ access_token: z.string() }).parse(await response.json());
    for (const authorization of ['', `Bearer ${access_token}`, 'Bearer A21AA99999999999.x.y']) {
      const refused = await fetch(`${other.paypal.origin}${ORDERS}/X`, { headers: { authorization } });
      expect([refused.status, await refused.json()]).toMatchObject([401, { name: 'AUTHENTICATION_FAILURE' }]);
    }
  });
});

describe('an order', () => {
  it('begins with what was asked for, and where it is approved', async () => {
    const { paypal, merchant } = await open();
    const { status, body } = await merchant.order('begun', { reference_id: 'reef', invoice_id: 'inv-1' });
    expect(status).toBe(201);
    const self = `${paypal.origin}${ORDERS}/${body.id}`;
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
      links: [
        { href: self, rel: 'self', method: 'GET' },
        { href: `${paypal.origin}/checkoutnow?token=${body.id}`, rel: 'approve', method: 'GET' },
        { href: self, rel: 'update', method: 'PATCH' },
        { href: `${self}/capture`, rel: 'capture', method: 'POST' },
      ],
    });
    expect(body).not.toHaveProperty('payer');
    expect(await merchant.get(`${ORDERS}/${body.id}`)).toEqual({ status: 200, body });
  });

  it('that names how it is paid waits for its buyer', async () => {
    const { paypal, merchant } = await open();
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

  it('is told in short unless the whole is preferred', async () => {
    const { merchant } = await open();
    const order = { intent: 'CAPTURE', purchase_units: [{ amount: usd('5.00') }] };
    const { body } = await merchant.post(ORDERS, order, { prefer: 'return=minimal' });
    expect(body).toMatchObject({ id: expect.any(String), status: 'CREATED' });
    expect(body).not.toHaveProperty('intent');
  });

  it.each([
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
  ])('is not made of %j', async (body, status, issue) => {
    const { merchant } = await open();
    expect(await merchant.post(ORDERS, body)).toMatchObject(refusal(status, issue));
  });

  it('is JSON', async () => {
    const { merchant } = await open();
    const answer = await merchant.post(ORDERS, {}, { 'content-type': 'text/plain' });
    expect(answer).toMatchObject({ status: 415, body: { name: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('that nobody has begun is not found', async () => {
    const { merchant } = await open();
    for (const path of [`${ORDERS}/X`, '/v2/payments/captures/X', '/v2/payments/refunds/X', '/v2/elsewhere']) {
      expect(await merchant.get(path), path).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
    }
  });

  it('has a payer once it is approved', async () => {
    const { merchant } = await open();
    expect((await merchant.order('approved')).body).toMatchObject({
      status: 'APPROVED',
      payer: { payer_id: expect.stringMatching(/^[A-Z0-9]{13}$/), email_address: expect.stringContaining('@') },
      links: [{ rel: 'self' }, { rel: 'update' }, { rel: 'capture' }],
    });
  });
});

describe('a capture', () => {
  it('takes the money of an order that is approved', async () => {
    const { paypal, merchant } = await open();
    const answer = await merchant.order('paid', { invoice_id: 'inv-1' });
    expect(answer).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
    const capture = captureOf(answer);
    expect(capture).toMatchObject({
      status: 'COMPLETED',
      amount: usd('10.00'),
      final_capture: true,
      custom_id: 'ann',
      invoice_id: 'inv-1',
      seller_protection: { status: 'ELIGIBLE' },
      seller_receivable_breakdown: { gross_amount: usd('10.00'), paypal_fee: usd('0.84'), net_amount: usd('9.16') },
      supplementary_data: { related_ids: { order_id: answer.body.id } },
      links: [
        { rel: 'self', href: `${paypal.origin}/v2/payments/captures/${capture.id}` },
        { rel: 'refund' },
        { rel: 'up', href: `${paypal.origin}${ORDERS}/${answer.body.id}` },
      ],
    });
    expect((await merchant.get(`/v2/payments/captures/${capture.id}`)).body).toMatchObject(capture);
  });

  it('of an order that is not approved is refused', async () => {
    const { merchant } = await open();
    const { body } = await merchant.order('begun');
    expect(await merchant.post(`${ORDERS}/${body.id}/capture`, {})).toMatchObject(refusal(422, 'ORDER_NOT_APPROVED'));
  });

  it('is made once', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('paid');
    const again = await merchant.post(`${ORDERS}/${body.id}/capture`, {});
    expect(again).toMatchObject(refusal(422, 'ORDER_ALREADY_CAPTURED'));
    expect(() => paypal.approve(body.id)).toThrow('The requested action could not be performed');
  });

  it('that a bank refuses leaves the order approved', async () => {
    const { paypal, merchant } = await open();
    const { body } = await merchant.order('approved');
    const capture = () => merchant.post(`${ORDERS}/${body.id}/capture`, {}, { 'paypal-request-id': 'one' });
    paypal.faults.declineCaptures = true;
    expect(await capture()).toMatchObject(refusal(422, 'INSTRUMENT_DECLINED'));
    expect((await merchant.get(`${ORDERS}/${body.id}`)).body.status).toBe('APPROVED');
    paypal.faults.declineCaptures = false;
    expect(await capture()).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  });

  it('of an invoice that is paid is refused', async () => {
    const { merchant } = await open();
    const begun = await merchant.order('approved', { invoice_id: 'inv-1' });
    await merchant.order('paid', { invoice_id: 'inv-1' });
    expect(await merchant.order('begun', { invoice_id: 'inv-1' })).toMatchObject(refusal(422, 'DUPLICATE_INVOICE_ID'));
    const late = await merchant.post(`${ORDERS}/${begun.body.id}/capture`, {});
    expect(late).toMatchObject(refusal(422, 'DUPLICATE_INVOICE_ID'));
  });
});
