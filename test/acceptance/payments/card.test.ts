/**
 * Tests of card payments. The server sets the price, and only Stripe's event credits the depth. See
 * docs/product.md#payments.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { confirmCard } from '../../support/card.ts';
import { buyDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';

const { config, unsupported } = inject('target');
const { createPaymentIntent } = contract.payments;
const member = await Member.register();

const HUNDRED_METRES = { amount: 100, depth: 100, packageName: '100m Depth Package' };
const readDepthLog = async (owner: Member) => (await owner.call(contract.account.depthLog, {})).body.entries;

const sendBody = (payer: Member, body: string) =>
  sendRequest('POST', createPaymentIntent.path, { token: payer.tokens.access, body });

describe.skipIf(unsupported.cards)('POST /stripe/create-payment-intent', () => {
  it.each<[metres: number, cents: number]>([
    [100, 100],
    [1000, 1000],
    [10_000, 10_000],
    // The price is rounded to whole cents, and half a cent up.
    [49.5, 50],
    [100.4, 100],
    [123.5, 124],
  ])('starts a payment of %d m for %d cents without crediting it', async (depth, amount) => {
    const { status, body } = await member.call(createPaymentIntent, { userId: member.userId, amount, depth });
    expect(status).toBe(200);
    expect(body.clientSecret).toContain(body.paymentIntentId);
    expect(await member.getDepth()).toBe(0);
  });

  it('returns the same PaymentIntent for an idempotency key of the same member', async () => {
    const otherMember = await Member.register();
    const idempotencyKey = randomUUID();
    const request = { ...HUNDRED_METRES, idempotencyKey };
    const firstResponse = await member.call(createPaymentIntent, request);
    const repeatedResponse = await member.call(createPaymentIntent, request);
    expect(repeatedResponse.body.paymentIntentId).toBe(firstResponse.body.paymentIntentId);

    const otherMembersResponse = await otherMember.call(createPaymentIntent, request);
    expect(otherMembersResponse.body.paymentIntentId).not.toBe(firstResponse.body.paymentIntentId);

    const conflictResponse = await member.call(createPaymentIntent, { amount: 1000, depth: 1000, idempotencyKey });
    expect(conflictResponse).toMatchObject({ status: 409, body: { code: 'Conflict' } });
  });

  it.each<[name: string, purchase: object, code: string]>([
    ['more than the price', { ...HUNDRED_METRES, amount: 101 }, 'PriceMismatch'],
    ['less than the price', { ...HUNDRED_METRES, amount: 1 }, 'PriceMismatch'],
    ['an amount of 0', { ...HUNDRED_METRES, amount: 0 }, 'PriceMismatch'],
    ['a negative amount', { ...HUNDRED_METRES, amount: -100 }, 'InvalidInput'],
    ['an amount that is text', { ...HUNDRED_METRES, amount: '100' }, 'InvalidInput'],
    ['an amount with half a cent', { ...HUNDRED_METRES, amount: 100.5 }, 'InvalidInput'],
    ['no amount', { depth: 100 }, 'InvalidInput'],
    ['no depth', { amount: 100 }, 'InvalidInput'],
    ['a depth of 0', { amount: 0, depth: 0 }, 'InvalidInput'],
    ['a depth of 0.05 m', { amount: 5, depth: 0.05 }, 'InvalidInput'],
    ['a depth of 0.15 m', { amount: 15, depth: 0.15 }, 'InvalidInput'],
    ['a negative depth', { amount: 100, depth: -100 }, 'InvalidInput'],
    ['a depth far above the surface', { amount: 1e7, depth: 1e7 }, 'InvalidInput'],
    ['a depth that is text', { amount: 100, depth: '100' }, 'InvalidInput'],
    ["less than Stripe's minimum", { amount: 49, depth: 49 }, 'BelowMinimum'],
    ["a depth of 0.1 m, below Stripe's minimum", { amount: 0, depth: 0.1 }, 'BelowMinimum'],
    ['a package name with HTML', { ...HUNDRED_METRES, packageName: '<img src=x onerror=alert(1)>' }, 'InvalidInput'],
    ['a package name of 101 characters', { ...HUNDRED_METRES, packageName: 'x'.repeat(101) }, 'InvalidInput'],
    ['another currency', { ...HUNDRED_METRES, currency: 'jpy' }, 'InvalidInput'],
    ['a metadata field', { ...HUNDRED_METRES, metadata: { uid: 'x' } }, 'InvalidInput'],
  ])('rejects %s', async (_, purchase, code) => {
    expect(await sendBody(member, JSON.stringify(purchase))).toMatchObject({
      status: 400,
      body: { success: false, code },
    });
  });

  it.each([
    ['NaN', '{"amount":NaN,"depth":100}'],
    ['numbers above the range', '{"amount":1e309,"depth":1e309}'],
    ['numbers below the range', '{"amount":-1e309,"depth":100}'],
    ['an empty body', ''],
  ])('rejects %s', async (_, body) => {
    expect(await sendBody(member, body)).toMatchObject({ status: 400, body: { code: 'InvalidInput' } });
  });

  it("returns 403 for another member's userId", async () => {
    const otherMember = await Member.register();
    const response = await member.call(createPaymentIntent, { ...HUNDRED_METRES, userId: otherMember.userId });
    expect(response).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});

describe.skipIf(unsupported.cards)('successful card payment', () => {
  it('credits the paid depth once, with a ledger entry', async () => {
    const payer = await Member.register();
    const { body } = await payer.call(createPaymentIntent, HUNDRED_METRES);

    expect(await confirmCard(config, body)).toMatchObject({ status: 'succeeded', amount: 100, currency: 'usd' });
    await expect.poll(() => payer.getDepth()).toBe(100);
    // The log is read eventually consistently, so it may lack an entry that the profile already has.
    await expect
      .poll(() => readDepthLog(payer))
      .toMatchObject([
        {
          source: 'stripe',
          change: 100,
          depthAfter: 100,
          bytes: 0,
          fileName: null,
          payment: {
            provider: 'stripe',
            paymentId: body.paymentIntentId,
            cents: 100,
            packageName: '100m Depth Package',
          },
        },
      ]);
  });

  it('credits two concurrent purchases of one member', async () => {
    const payer = await Member.register();
    const intents = await Promise.all([1, 2].map(() => payer.call(createPaymentIntent, { amount: 50, depth: 50 })));
    await Promise.all(intents.map(({ body }) => confirmCard(config, body)));

    await expect.poll(() => payer.getDepth()).toBe(100);
  });

  it('opens profiles that were above the member', async () => {
    const [payer, higherMember] = await Promise.all([Member.register(), Member.register()]);
    await buyDepth(higherMember, 200);
    const viewHigherProfile = () => payer.call(contract.users.profile, { userId: higherMember.userId });
    expect((await viewHigherProfile()).body.profile.restricted).toBe(true);

    await buyDepth(payer, 200);
    expect((await viewHigherProfile()).body.profile.restricted).toBe(false);
  });
});

describe.skipIf(unsupported.cards)('declined card payment', () => {
  it.each(['pm_card_visa_chargeDeclined', 'pm_card_visa_chargeDeclinedInsufficientFunds'])(
    'credits nothing for the declined card %s',
    async (card) => {
      const { body } = await member.call(createPaymentIntent, HUNDRED_METRES);
      expect((await confirmCard(config, body, card)).error).toMatchObject({ code: 'card_declined' });

      // A credit would arrive a moment later, with an event.
      await setTimeout(500);
      expect(await member.getDepth()).toBe(0);
      expect(await readDepthLog(member)).toEqual([]);
    },
  );
});

describe('POST /stripe/webhook', () => {
  const event = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } });

  it.each([
    ['without a signature', {}],
    ['with a malformed signature', { 'stripe-signature': 'yes' }],
    [
      'with a signature by another key',
      { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    ],
    ['with a member’s access token instead of a signature', { authorization: `Bearer ${member.tokens.access}` }],
  ])('rejects an event %s', async (_, headers) => {
    const response = await sendRequest('POST', '/stripe/webhook', { body: event, headers });
    expect([400, 503]).toContain(response.status);
    expect(response.body.code).toBe(unsupported.cards ? 'PaymentsUnavailable' : 'InvalidSignature');
  });
});
