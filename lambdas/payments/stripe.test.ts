/**
 * Tests of purchases with Stripe. A PaymentIntent names the member and the depth. Events only name an intent: its
 * state is read from Stripe. A cent buys a metre, so the intent of 100 cents is worth 10,000 cm.
 */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeSecrets, fakeUserPool } from '../../test/support/fake-clients.ts';
import { FakeStripe } from '../../test/support/fake-stripe.ts';
import { startTable } from '../../test/support/table.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { getUnclaimed } from '../table/unclaimed-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { loadStripeAccess } from './stripe-client.ts';
import { readStripePayment } from './stripe-payment.ts';
import { receiveStripeEvent } from './stripe-webhook.ts';

const KEYS = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
const CREATE_INTENT = 'POST /v1/payment_intents';

let stopTable: () => Promise<void>;

/** Sets `process.env.STRIPE_API_URL` when it starts, so this file runs in its own process. */
const stripeServer = new FakeStripe();

beforeAll(async () => {
  stopTable = await startTable();
  await stripeServer.start();
  fakeUserPool();
});

beforeEach(() => {
  fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
  stripeServer.calls.splice(0);
});

afterAll(() => Promise.all([stopTable(), stripeServer.stop()]));

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, username: userId, issuedAt: 1 };
}

const readPurchasedCm = async (userId: string) => unseal(await getProfile(userId, { consistent: true }))?.purchasedCm;

/** A refund or a dispute as Stripe lists it. */
interface StripeReversal {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
}

/**
 * Stores a PaymentIntent of $1.00 at Stripe, with its refunds and disputes.
 *
 * @param attributes - replace the intent's attributes
 * @param refunds - newest first, as Stripe lists them
 * @param disputes - newest first, as Stripe lists them
 */
function storeIntent(
  id: string,
  attributes: object,
  refunds: StripeReversal[] = [],
  disputes: StripeReversal[] = [],
): void {
  const intent = {
    id,
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 100,
    currency: 'usd',
    metadata: {},
    ...attributes,
  };
  stripeServer.on(`GET /v1/payment_intents/${id}`, 200, intent);
  stripeServer.on('GET /v1/refunds', 200, { object: 'list', data: refunds });
  stripeServer.on('GET /v1/disputes', 200, { object: 'list', data: disputes });
}

async function readPayment(intentId: string) {
  const { stripe } = await loadStripeAccess();
  return readStripePayment(stripe, intentId);
}

describe('readStripePayment', () => {
  const REFUNDS = [
    { id: 're_4', amount: 4, status: 'canceled' },
    { id: 're_3', amount: 3, status: 'failed' },
    { id: 're_2', amount: 2, status: 'pending' },
    { id: 're_1', amount: 1, status: 'succeeded' },
  ];
  const DISPUTES = [
    { id: 'dp_3', amount: 8, status: 'won' },
    { id: 'dp_2', amount: 6, status: 'lost' },
    { id: 'dp_1', amount: 5, status: 'under_review' },
    { id: 'dp_0', amount: 7, status: 'lost' },
  ];

  it('returns the member, depth, and amount of a paid intent, and its reversals, oldest first', async () => {
    const metadata = { uid: 'ada', depth: '100.5', packageName: 'A package' };
    storeIntent('pi_1', { metadata }, REFUNDS, DISPUTES);

    expect(await readPayment('pi_1')).toEqual({
      provider: 'stripe',
      paymentId: 'pi_1',
      userId: 'ada',
      steps: 1005,
      packageName: 'A package',
      cents: 100,
      currency: 'usd',
      reversals: [
        { source: 'refund', id: 're_1', cents: 1, state: 'taken' },
        { source: 'refund', id: 're_3', cents: 3, state: 'returned' },
        { source: 'refund', id: 're_4', cents: 4, state: 'returned' },
        { source: 'dispute', id: 'dp_0', cents: 7, state: 'taken' },
        { source: 'dispute', id: 'dp_2', cents: 6, state: 'taken' },
        { source: 'dispute', id: 'dp_3', cents: 8, state: 'returned' },
      ],
    });
  });

  it.each(['/v1/refunds', '/v1/disputes'])('requests up to 100 reversals of the intent from %s', async (path) => {
    storeIntent('pi_1', { metadata: { uid: 'ada', depth: '100.5' } }, REFUNDS, DISPUTES);

    await readPayment('pi_1');

    const call = stripeServer.calls.find((request) => request.path === path);
    expect(call?.form).toEqual({ payment_intent: 'pi_1', limit: '100' });
  });

  it('returns no member and no depth if the intent has no valid metadata', async () => {
    storeIntent('pi_2', {});
    expect(await readPayment('pi_2')).toMatchObject({ userId: undefined, steps: undefined, packageName: '' });

    storeIntent('pi_2', { metadata: { uid: '', depth: '0.05' } });
    expect(await readPayment('pi_2')).toMatchObject({ userId: undefined, steps: undefined });
  });

  it.each(['processing', 'requires_payment_method', 'canceled'])(
    'returns undefined for a %s intent',
    async (status) => {
      storeIntent('pi_3', { status });
      expect(await readPayment('pi_3')).toBeUndefined();
    },
  );

  it('returns undefined for an unknown intent', async () => {
    expect(await readPayment('pi_unknown')).toBeUndefined();
  });

  it('throws all other errors of Stripe', async () => {
    stripeServer.on('GET /v1/payment_intents/pi_bad', 400, {
      error: { type: 'invalid_request_error', code: 'parameter_invalid' },
    });
    await expect(readPayment('pi_bad')).rejects.toMatchObject({ code: 'parameter_invalid' });

    stripeServer.on('GET /v1/payment_intents/pi_card', 402, {
      error: { type: 'card_error', code: 'resource_missing' },
    });
    await expect(readPayment('pi_card')).rejects.toMatchObject({ type: 'StripeCardError' });
  });
});

describe('createPaymentIntent', () => {
  const REQUEST = { amount: 100, depth: 100 };
  const NEW_INTENT = { id: 'pi_new', client_secret: 'pi_new_secret' };

  it('creates an intent that names the member and the depth', async () => {
    const caller = await createMember();
    stripeServer.on(CREATE_INTENT, 200, NEW_INTENT);

    const response = await createPaymentIntent(caller, { ...REQUEST, packageName: 'Mine', idempotencyKey: 'once' });

    expect(response).toEqual({ clientSecret: 'pi_new_secret', paymentIntentId: 'pi_new' });

    const [call] = stripeServer.calls;
    expect(call?.form).toEqual({
      amount: '100',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      description: 'Mine',
      'metadata[uid]': caller.userId,
      'metadata[depth]': '100',
      'metadata[packageName]': 'Mine',
    });
    expect(call?.headers['idempotency-key']).toBe(`${caller.userId}:once`);
    expect(call?.headers.authorization).toBe('Bearer sk_test_1');
  });

  it('uses another key for each request without an idempotency key', async () => {
    const caller = await createMember();
    stripeServer.on(CREATE_INTENT, 200, NEW_INTENT);

    await createPaymentIntent(caller, REQUEST);
    await createPaymentIntent(caller, REQUEST);

    const keys = stripeServer.calls.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    expect(keys.join()).not.toContain('undefined');
    expect(stripeServer.calls[0]?.form.description).toBe('100m Depth Package');
  });

  it('rejects another price and a price below the minimum without a call to Stripe', async () => {
    const caller = await createMember();

    for (const { code, ...purchase } of [
      { amount: 99, depth: 100, code: 'PriceMismatch' },
      { amount: 49, depth: 49.4, code: 'BelowMinimum' },
      { amount: 1, depth: 0.55, code: 'InvalidInput' },
    ]) {
      await expect(createPaymentIntent(caller, purchase)).rejects.toMatchObject({ code });
    }
    expect(stripeServer.calls).toEqual([]);

    stripeServer.on(CREATE_INTENT, 200, NEW_INTENT);
    await createPaymentIntent(caller, { amount: 50, depth: 49.5 });
  });

  it('throws Conflict only if the key was used for another purchase', async () => {
    const caller = await createMember();
    stripeServer.on(CREATE_INTENT, 400, { error: { type: 'idempotency_error' } });
    await expect(createPaymentIntent(caller, REQUEST)).rejects.toMatchObject({ code: 'Conflict' });

    stripeServer.on(CREATE_INTENT, 402, { error: { type: 'card_error' } });
    await expect(createPaymentIntent(caller, REQUEST)).rejects.toMatchObject({ type: 'StripeCardError' });
  });
});

describe('receiveStripeEvent', () => {
  const { webhooks } = new Stripe('sk_test_1');

  /** Sends an event that was signed with this secret, this many seconds ago. */
  function send(type: string, object: object, { secret = KEYS.webhookSecret, ageSeconds = 0 } = {}) {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
    const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
    const signature = webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    return receiveStripeEvent({ body, headers: { 'stripe-signature': signature } });
  }

  /** Creates a member, and stores a paid intent that names the member and 100 m. */
  async function storePaidIntent() {
    const { userId } = await createMember();
    const id = `pi_${randomUUID()}`;
    storeIntent(id, { metadata: { uid: userId, depth: '100' } });
    return { userId, id, intent: { object: 'payment_intent', id } };
  }

  it.each([
    ['payment_intent.succeeded', (id: string) => ({ object: 'payment_intent', id })],
    ['charge.refunded', (id: string) => ({ object: 'charge', id: 'ch_1', payment_intent: id })],
    ['refund.updated', (id: string) => ({ object: 'refund', id: 're_1', payment_intent: { id } })],
    ['charge.refund.updated', (id: string) => ({ object: 'refund', id: 're_1', payment_intent: id })],
    ['charge.dispute.closed', (id: string) => ({ object: 'dispute', id: 'dp_1', payment_intent: id })],
  ])('settles the payment of %s', async (type, buildObject) => {
    const { userId, id } = await storePaidIntent();
    expect(await send(type, buildObject(id))).toEqual({});
    expect(await readPurchasedCm(userId)).toBe(10_000);
  });

  it.each(['payment_intent.created', 'charge.succeeded', 'x.refund.updated', 'invoice.paid'])(
    'ignores %s without a call to Stripe',
    async (type) => {
      const { intent } = await storePaidIntent();
      expect(await send(type, intent)).toEqual({});
      expect(stripeServer.calls).toEqual([]);
    },
  );

  it('ignores a charge without an intent', async () => {
    expect(await send('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: null })).toEqual({});
    expect(stripeServer.calls).toEqual([]);
  });

  it('ignores an intent that is not paid', async () => {
    expect(await send('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_none' })).toEqual({});
  });

  it('rejects events that are signed with another secret, older than five minutes, or not signed', async () => {
    const { userId, intent } = await storePaidIntent();

    for (const signature of [{ secret: 'whsec_2' }, { ageSeconds: 301 }]) {
      const response = send('payment_intent.succeeded', intent, signature);
      await expect(response).rejects.toMatchObject({ code: 'InvalidSignature' });
    }

    const unsignedCall = receiveStripeEvent({ body: '{}', headers: {} });
    await expect(unsignedCall).rejects.toMatchObject({ code: 'InvalidSignature' });
    expect(await readPurchasedCm(userId)).toBe(0);

    await send('payment_intent.succeeded', intent, { ageSeconds: 290 });
    expect(await readPurchasedCm(userId)).toBe(10_000);
  });

  it('reads a payment again after recording it as unclaimed', async () => {
    const id = `pi_${randomUUID()}`;
    storeIntent(id, { metadata: { uid: 'no-member', depth: '100' } });

    await send('payment_intent.succeeded', { object: 'payment_intent', id });

    expect(stripeServer.calls.filter(({ path }) => path.endsWith(id))).toHaveLength(2);
    expect(await getUnclaimed({ provider: 'stripe', paymentId: id })).toMatchObject({ cents: 100 });
  });
});
