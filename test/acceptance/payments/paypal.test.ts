/** Tests of payments with PayPal that need no approval by a payer. See docs/product.md#payments. */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { Member } from '../../support/member.ts';

const { unsupported } = inject('target');
const { createOrder, processPurchase } = contract.payments;
const [member, otherMember] = await Promise.all([Member.register(), Member.register()]);

const HUNDRED_METRES = { amount: '1.00', depth: 100 };

const postAs = (path: string, body: object, caller = member) =>
  sendRequest('POST', path, { token: caller.tokens.access, body: JSON.stringify(body) });

const INVALID_PURCHASES: [name: string, purchase: object, code: string][] = [
  ['more than the price', { ...HUNDRED_METRES, amount: '1.01' }, 'PriceMismatch'],
  ['less than the price', { ...HUNDRED_METRES, amount: '0.01' }, 'PriceMismatch'],
  ['a negative amount', { ...HUNDRED_METRES, amount: '-1.00' }, 'InvalidInput'],
  ['an amount that is a number', { ...HUNDRED_METRES, amount: 1 }, 'InvalidInput'],
  ['an amount without cents', { ...HUNDRED_METRES, amount: '1' }, 'InvalidInput'],
  ['an amount that is not a number', { ...HUNDRED_METRES, amount: 'NaN' }, 'InvalidInput'],
  ['an amount in scientific notation', { ...HUNDRED_METRES, amount: '1e309' }, 'InvalidInput'],
  ['a depth of 0', { amount: '0.00', depth: 0 }, 'InvalidInput'],
  ['a depth of 0.05 m', { amount: '0.00', depth: 0.05 }, 'InvalidInput'],
  ['a depth of 0.15 m', { amount: '0.00', depth: 0.15 }, 'InvalidInput'],
  ['a depth far above the surface', { amount: '100000.00', depth: 1e7 }, 'InvalidInput'],
  ['a package name with HTML', { ...HUNDRED_METRES, packageName: '<b>Depth</b>' }, 'InvalidInput'],
  ['another currency', { ...HUNDRED_METRES, currency: 'EUR' }, 'InvalidInput'],
];

describe.skipIf(unsupported.paypal)('POST /paypal/create-order', () => {
  it.each([
    [100, '1.00'],
    [0.5, '0.01'],
    [10_000, '100.00'],
  ])('creates an order of %d m for $%s', async (depth, amount) => {
    const { status, body } = await member.call(createOrder, { userId: member.userId, depth, amount });
    expect(status).toBe(200);
    expect(body.orderId).not.toBe('');
    expect(await member.getDepth()).toBe(0);
  });

  it('returns the same order for an idempotency key of the same member', async () => {
    const request = { ...HUNDRED_METRES, idempotencyKey: randomUUID() };
    const firstResponse = await member.call(createOrder, request);
    const secondResponse = await member.call(createOrder, request);

    expect(secondResponse.body.orderId).toBe(firstResponse.body.orderId);
    expect((await otherMember.call(createOrder, request)).body.orderId).not.toBe(firstResponse.body.orderId);
  });

  it.each(INVALID_PURCHASES)('rejects %s', async (_, body, code) => {
    expect(await postAs(createOrder.path, body)).toMatchObject({ status: 400, body: { success: false, code } });
  });

  it('rejects a depth that costs less than a cent', async () => {
    expect(await postAs(createOrder.path, { amount: '0.00', depth: 0.4 })).toMatchObject({
      status: 400,
      body: { code: 'BelowMinimum' },
    });
  });

  it("returns 403 for another member's userId", async () => {
    const response = await member.call(createOrder, { ...HUNDRED_METRES, userId: otherMember.userId });
    expect(response).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});

describe.skipIf(unsupported.paypal)('POST /paypal/process-purchase', () => {
  const createOrderAs = async (buyer = member) => (await buyer.call(createOrder, HUNDRED_METRES)).body.orderId;

  it('credits nothing before the member approves the order', async () => {
    const response = await member.call(processPurchase, { ...HUNDRED_METRES, orderId: await createOrderAs() });
    expect(response).toMatchObject({ status: 409, body: { code: 'OrderNotApproved' } });
    expect(await member.getDepth()).toBe(0);
  });

  it.each([
    ['another member’s order', () => createOrderAs(otherMember)],
    ['an order that does not exist', async () => '5O190127TN364715T'],
  ])('returns 404 for %s', async (_, provideOrderId) => {
    const response = await member.call(processPurchase, { ...HUNDRED_METRES, orderId: await provideOrderId() });
    expect(response).toMatchObject({ status: 404, body: { code: 'OrderNotFound' } });
  });

  it('rejects an amount or depth that differs from the order', async () => {
    const orderId = await createOrderAs();

    for (const purchase of [
      { amount: '10.00', depth: 1000 },
      { amount: '10.00', depth: 100 },
      { amount: '1.00', depth: 100.1 },
    ]) {
      const response = await member.call(processPurchase, { ...purchase, orderId });
      expect(response).toMatchObject({ status: 400, body: { code: 'PriceMismatch' } });
    }
  });

  it.each([
    ['no order ID', { ...HUNDRED_METRES }],
    ['an order ID that contains a path', { ...HUNDRED_METRES, orderId: '../../v1/oauth2/token' }],
    ['a numeric order ID', { ...HUNDRED_METRES, orderId: 7 }],
    ...INVALID_PURCHASES.filter(([, , code]) => code === 'InvalidInput').map(([name, body]): [string, object] => [
      name,
      { ...body, orderId: 'ABC' },
    ]),
  ])('rejects %s', async (_, body) => {
    expect(await postAs(processPurchase.path, body)).toMatchObject({
      status: 400,
      body: { code: 'InvalidInput' },
    });
  });

  it("returns 403 for another member's userId", async () => {
    const response = await member.call(processPurchase, {
      ...HUNDRED_METRES,
      orderId: 'ABC',
      userId: otherMember.userId,
    });

    expect(response).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});

describe('POST /paypal/webhook', () => {
  const signatureHeaders = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT',
    'paypal-transmission-id': randomUUID(),
    'paypal-transmission-sig': Buffer.alloc(256, 7).toString('base64'),
    'paypal-transmission-time': new Date().toISOString(),
  };
  const event = JSON.stringify({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'ABC' } });

  // Only PayPal can sign, so no case has a valid signature. lambdas/payments/paypal-signature.test.ts changes one part of
  // a valid one at a time.
  it.each([
    ['without a signature', {}, event],
    ['with a signature by another key', signatureHeaders, event],
    [
      'whose certificate is not at PayPal',
      { ...signatureHeaders, 'paypal-cert-url': 'https://fathom.example/' },
      event,
    ],
    ['with an old signature', { ...signatureHeaders, 'paypal-transmission-time': '2026-01-01T00:00:00Z' }, event],
    ['that is not JSON', signatureHeaders, '{"event_type":'],
  ])('rejects an event %s', async (_, headers, body) => {
    const response = await sendRequest('POST', '/paypal/webhook', { body, headers });
    expect(response.status).toBe(unsupported.paypal ? 503 : 400);
    expect(response.body.code).toBe(unsupported.paypal ? 'PaymentsUnavailable' : 'InvalidSignature');
  });

  it.each(['/paypal/webhook', '/stripe/webhook'])('rejects an event of more than 128 KB at %s', async (path) => {
    const maxBytes = 128 * 1024;
    const response = await sendRequest('POST', path, { body: 'x'.repeat(maxBytes + 1) });
    expect(response).toMatchObject({ status: 413, body: { code: 'BodyTooLarge' } });
  });
});
