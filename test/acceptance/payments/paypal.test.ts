import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member, send } from '../../support/member.ts';

const { lacks } = inject('target');
const { createOrder, processPurchase } = contract.payments;
const [member, other] = await Promise.all([Member.register(), Member.register()]);

const hundred = { amount: '1.00', depth: 100 };
const post = (path: string, body: object, of = member) =>
  send('POST', path, { token: of.tokens.access, body: JSON.stringify(body) });

const badPurchases: [string, object, string][] = [
  ['more than the price', { ...hundred, amount: '1.01' }, 'PriceMismatch'],
  ['less than the price', { ...hundred, amount: '0.01' }, 'PriceMismatch'],
  ['a negative amount', { ...hundred, amount: '-1.00' }, 'InvalidInput'],
  ['an amount that is a number', { ...hundred, amount: 1 }, 'InvalidInput'],
  ['an amount without cents', { ...hundred, amount: '1' }, 'InvalidInput'],
  ['an amount that is no number', { ...hundred, amount: 'NaN' }, 'InvalidInput'],
  ['an amount in the way of scientists', { ...hundred, amount: '1e309' }, 'InvalidInput'],
  ['a depth of nothing', { amount: '0.00', depth: 0 }, 'InvalidInput'],
  ['a depth of half a step', { amount: '0.00', depth: 0.05 }, 'InvalidInput'],
  ['a depth of a step and a half', { amount: '0.00', depth: 0.15 }, 'InvalidInput'],
  ['a depth far above the surface', { amount: '100000.00', depth: 1e7 }, 'InvalidInput'],
  ['a package name with HTML', { ...hundred, packageName: '<b>Depth</b>' }, 'InvalidInput'],
  ['another currency', { ...hundred, currency: 'EUR' }, 'InvalidInput'],
];

describe.skipIf(lacks.paypal)('POST /paypal/create-order', () => {
  it.each([
    [100, '1.00'],
    [0.5, '0.01'],
    [10_000, '100.00'],
  ])('begins an order of %d m for $%s', async (depth, amount) => {
    const { status, body } = await member.call(createOrder, { userId: member.userId, depth, amount });
    expect(status).toBe(200);
    expect(body.orderId).not.toBe('');
    expect(await member.depth()).toBe(0);
  });

  it('answers the same order for the same idempotency key', async () => {
    const wish = { ...hundred, idempotencyKey: randomUUID() };
    const [first, again] = [await member.call(createOrder, wish), await member.call(createOrder, wish)];
    expect(again.body.orderId).toBe(first.body.orderId);
    expect((await other.call(createOrder, wish)).body.orderId).not.toBe(first.body.orderId);
  });

  it.each(badPurchases)('refuses %s', async (_, body, code) => {
    expect(await post(createOrder.path, body)).toMatchObject({ status: 400, body: { success: false, code } });
  });

  it('refuses what costs less than a cent', async () => {
    expect(await post(createOrder.path, { amount: '0.00', depth: 0.4 })).toMatchObject({
      status: 400,
      body: { code: 'BelowMinimum' },
    });
  });

  it('refuses to pay in the name of another', async () => {
    const answer = await member.call(createOrder, { ...hundred, userId: other.userId });
    expect(answer).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});

describe.skipIf(lacks.paypal)('POST /paypal/process-purchase', () => {
  const order = async (of = member) => (await of.call(createOrder, hundred)).body.orderId;

  it('credits nothing that its member has not approved', async () => {
    const answer = await member.call(processPurchase, { ...hundred, orderId: await order() });
    expect(answer).toMatchObject({ status: 409, body: { code: 'OrderNotApproved' } });
    expect(await member.depth()).toBe(0);
  });

  it.each([
    ['another’s order', () => order(other)],
    ['an order that does not exist', async () => '5O190127TN364715T'],
  ])('does not know %s', async (_, orderId) => {
    const answer = await member.call(processPurchase, { ...hundred, orderId: await orderId() });
    expect(answer).toMatchObject({ status: 404, body: { code: 'OrderNotFound' } });
  });

  it('refuses another amount or depth than the order’s', async () => {
    const orderId = await order();
    for (const purchase of [
      { amount: '10.00', depth: 1000 },
      { amount: '10.00', depth: 100 },
      { amount: '1.00', depth: 100.1 },
    ]) {
      const answer = await member.call(processPurchase, { ...purchase, orderId });
      expect(answer).toMatchObject({ status: 400, body: { code: 'PriceMismatch' } });
    }
  });

  it.each([
    ['no order', { ...hundred }],
    ['an order with a path in it', { ...hundred, orderId: '../../v1/oauth2/token' }],
    ['an order that is no text', { ...hundred, orderId: 7 }],
    ...badPurchases
      .filter(([, , code]) => code === 'InvalidInput')
      .map(([name, body]): [string, object] => [name, { ...body, orderId: 'ABC' }]),
  ])('refuses %s', async (_, body) => {
    expect(await post(processPurchase.path, body)).toMatchObject({ status: 400, body: { code: 'InvalidInput' } });
  });

  it('refuses to complete in the name of another', async () => {
    const answer = await member.call(processPurchase, { ...hundred, orderId: 'ABC', userId: other.userId });
    expect(answer).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});

describe('POST /paypal/webhook', () => {
  const signed = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT',
    'paypal-transmission-id': randomUUID(),
    'paypal-transmission-sig': Buffer.alloc(256, 7).toString('base64'),
    'paypal-transmission-time': new Date().toISOString(),
  };
  const event = JSON.stringify({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'ABC' } });

  it.each([
    ['without a signature', {}, event],
    ['with a signature by another key', signed, event],
    ['that was signed last week', { ...signed, 'paypal-transmission-time': '2026-01-01T00:00:00Z' }, event],
    ['that is no JSON', signed, '{"event_type":'],
    ['that closes the question and asks another', signed, '{}} , {"verification_status":"SUCCESS"'],
  ])('turns away an event %s', async (_, headers, body) => {
    const answer = await send('POST', '/paypal/webhook', { body, headers });
    expect(answer.status).toBe(lacks.paypal ? 503 : 400);
    expect(answer.body.code).toBe(lacks.paypal ? 'PaymentsUnavailable' : 'InvalidSignature');
  });
});
