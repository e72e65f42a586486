import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { confirmCard } from '../../support/card.ts';
import { Member, send } from '../../support/member.ts';

const { config, lacks } = inject('target');
const { createPaymentIntent } = contract.payments;
const member = await Member.register();

const hundred = { amount: 100, depth: 100, packageName: '100m Depth Package' };
const log = async (of: Member) => (await of.call(contract.account.depthLog, {})).body.entries;
const post = (of: Member, body: string) => send('POST', createPaymentIntent.path, { token: of.tokens.access, body });

describe.skipIf(lacks.cards)('POST /stripe/create-payment-intent', () => {
  it.each([
    [100, 100],
    [1000, 1000],
    [10_000, 10_000],
    [49.5, 50],
    [100.4, 100],
    [123.5, 124],
  ])('begins a payment of %d m, which is not credited before it is paid', async (depth, amount) => {
    const { status, body } = await member.call(createPaymentIntent, { userId: member.userId, amount, depth });
    expect(status).toBe(200);
    expect(body.clientSecret).toContain(body.paymentIntentId);
    expect(await member.depth()).toBe(0);
  });

  it('answers the same PaymentIntent for the same idempotency key, and another for another member', async () => {
    const other = await Member.register();
    const idempotencyKey = randomUUID();
    const wish = { ...hundred, idempotencyKey };
    const first = await member.call(createPaymentIntent, wish);
    const again = await member.call(createPaymentIntent, wish);
    expect(again.body.paymentIntentId).toBe(first.body.paymentIntentId);
    const theirs = await other.call(createPaymentIntent, wish);
    expect(theirs.body.paymentIntentId).not.toBe(first.body.paymentIntentId);
    const reused = await member.call(createPaymentIntent, { amount: 1000, depth: 1000, idempotencyKey });
    expect(reused).toMatchObject({ status: 409, body: { code: 'Conflict' } });
  });

  it.each([
    ['more than the price', { ...hundred, amount: 101 }, 'PriceMismatch'],
    ['less than the price', { ...hundred, amount: 1 }, 'PriceMismatch'],
    ['nothing', { ...hundred, amount: 0 }, 'PriceMismatch'],
    ['a negative amount', { ...hundred, amount: -100 }, 'InvalidInput'],
    ['an amount that is text', { ...hundred, amount: '100' }, 'InvalidInput'],
    ['half a cent', { ...hundred, amount: 100.5 }, 'InvalidInput'],
    ['no amount', { depth: 100 }, 'InvalidInput'],
    ['no depth', { amount: 100 }, 'InvalidInput'],
    ['a depth of nothing', { amount: 0, depth: 0 }, 'InvalidInput'],
    ['a depth of half a step', { amount: 5, depth: 0.05 }, 'InvalidInput'],
    ['a depth of a step and a half', { amount: 15, depth: 0.15 }, 'InvalidInput'],
    ['a negative depth', { amount: 100, depth: -100 }, 'InvalidInput'],
    ['a depth far above the surface', { amount: 1e7, depth: 1e7 }, 'InvalidInput'],
    ['a depth that is text', { amount: 100, depth: '100' }, 'InvalidInput'],
    ['less than Stripe takes', { amount: 49, depth: 49 }, 'BelowMinimum'],
    ['a single step', { amount: 0, depth: 0.1 }, 'BelowMinimum'],
    ['a package name with HTML', { ...hundred, packageName: '<img src=x onerror=alert(1)>' }, 'InvalidInput'],
    ['a package name without end', { ...hundred, packageName: 'x'.repeat(101) }, 'InvalidInput'],
    ['another currency', { ...hundred, currency: 'jpy' }, 'InvalidInput'],
    ['metadata of its own', { ...hundred, metadata: { uid: 'x' } }, 'InvalidInput'],
  ])('refuses %s', async (_, body, code) => {
    expect(await post(member, JSON.stringify(body))).toMatchObject({ status: 400, body: { success: false, code } });
  });

  it.each([
    ['NaN', '{"amount":NaN,"depth":100}'],
    ['more than any number', '{"amount":1e309,"depth":1e309}'],
    ['less than any number', '{"amount":-1e309,"depth":100}'],
    ['nothing at all', ''],
  ])('refuses %s', async (_, body) => {
    expect(await post(member, body)).toMatchObject({ status: 400, body: { code: 'InvalidInput' } });
  });

  it('refuses to pay in the name of another', async () => {
    const other = await Member.register();
    const answer = await member.call(createPaymentIntent, { ...hundred, userId: other.userId });
    expect(answer).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});

describe.skipIf(lacks.cards)('a card that is charged', () => {
  it('lifts its member by what they paid for, once, with an entry in their depth log', async () => {
    const payer = await Member.register();
    const { body } = await payer.call(createPaymentIntent, hundred);
    expect(await confirmCard(config, body)).toMatchObject({ status: 'succeeded', amount: 100, currency: 'usd' });
    await expect.poll(() => payer.depth()).toBe(100);
    expect(await log(payer)).toMatchObject([
      {
        source: 'stripe',
        change: 100,
        depthAfter: 100,
        bytes: 0,
        fileName: null,
        payment: { provider: 'stripe', paymentId: body.paymentIntentId, cents: 100, packageName: '100m Depth Package' },
      },
    ]);
  });

  it('pays for two purchases of two tabs', async () => {
    const payer = await Member.register();
    const intents = await Promise.all([1, 2].map(() => payer.call(createPaymentIntent, { amount: 50, depth: 50 })));
    await Promise.all(intents.map(({ body }) => confirmCard(config, body)));
    await expect.poll(() => payer.depth()).toBe(100);
  });

  it('opens what lies deeper than its member was', async () => {
    const [payer, above] = await Promise.all([Member.register(), Member.register()]);
    const lift = async (who: Member, depth: number) => {
      const { body } = await who.call(createPaymentIntent, { amount: depth, depth });
      await confirmCard(config, body);
      await expect.poll(() => who.depth()).toBe(depth);
    };
    await lift(above, 200);
    const profileOf = () => payer.call(contract.users.profile, { userId: above.userId });
    expect((await profileOf()).body.profile.restricted).toBe(true);
    await lift(payer, 200);
    expect((await profileOf()).body.profile.restricted).toBe(false);
  });
});

describe.skipIf(lacks.cards)('a card that is declined', () => {
  it.each(['pm_card_visa_chargeDeclined', 'pm_card_visa_chargeDeclinedInsufficientFunds'])(
    'lifts nobody (%s)',
    async (card) => {
      const { body } = await member.call(createPaymentIntent, hundred);
      expect((await confirmCard(config, body, card)).error).toMatchObject({ code: 'card_declined' });
      await setTimeout(500);
      expect(await member.depth()).toBe(0);
      expect(await log(member)).toEqual([]);
    },
  );
});

describe('POST /stripe/webhook', () => {
  const event = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } });

  it.each([
    ['without a signature', {}],
    ['with a signature that is none', { 'stripe-signature': 'yes' }],
    [
      'with a signature by another key',
      { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
    ],
    ['with a member’s token in place of one', { authorization: `Bearer ${member.tokens.access}` }],
  ])('turns away an event %s', async (_, headers) => {
    const answer = await send('POST', '/stripe/webhook', { body: event, headers });
    expect([400, 503]).toContain(answer.status);
    expect(answer.body.code).toBe(lacks.cards ? 'PaymentsUnavailable' : 'InvalidSignature');
  });
});
