/** Tests of PaymentIntents at the local Stripe, through Stripe's SDK. All amounts are in cents. */
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createIntent, createPaidIntent, createSdk, openStripe } from './fixture.ts';

const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

describe('create a PaymentIntent', () => {
  it('stores the amount, metadata, receipt address, and description', async () => {
    const { sdk } = await openStripe();
    const intent = await sdk.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
      metadata: { uid: 'u1', pack: 'small' },
      receipt_email: 'ada@example.org',
      description: '500 pearls',
    });

    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 500,
      status: 'requires_payment_method',
      metadata: { uid: 'u1', pack: 'small' },
      receipt_email: 'ada@example.org',
      description: '500 pearls',
      automatic_payment_methods: { enabled: true },
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(await sdk.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  it.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'Amount must be at least $0.50 usd'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'Amount must be no more than $999,999.99'],
    [{ amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'Invalid integer: 10.5'],
    [{ amount: 500, currency: 'usd', receipt_email: 'ada' }, 'email_invalid', 'Invalid email address: ada'],
  ])('rejects a PaymentIntent with %j', async (intentParams, code, message) => {
    const { sdk } = await openStripe();
    const error = await sdk.paymentIntents.create(intentParams).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, code, message });
  });

  it('accepts the minimum and the maximum amount', async () => {
    const { sdk } = await openStripe();
    for (const amount of [50, 99_999_999]) {
      expect(await sdk.paymentIntents.create({ amount, currency: 'usd' })).toMatchObject({ amount });
    }
  });

  it('rejects unknown fields', async () => {
    const { sdk } = await openStripe();
    await expect(
      sdk.rawRequest('POST', '/v1/payment_intents', { amount: 500, currency: 'usd', ammount: 1 }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'ammount' });
  });
});

describe('metadata and expand', () => {
  it.each<[problem: string, metadata: Record<string, string>, param: string]>([
    ['a value of 501 characters', { uid: 'x'.repeat(501) }, 'metadata[uid]'],
    ['a name of 41 characters', { ['n'.repeat(41)]: '1' }, `metadata[${'n'.repeat(41)}]`],
    ['51 names', Object.fromEntries(Array.from({ length: 51 }, (_, name) => [`n${name}`, '1'])), 'metadata'],
  ])('rejects metadata with %s', async (_, metadata, param) => {
    const { sdk } = await openStripe();
    await expect(sdk.paymentIntents.create({ amount: 500, currency: 'usd', metadata })).rejects.toMatchObject({
      param,
    });
  });

  it('accepts metadata of the maximum size', async () => {
    const { sdk } = await openStripe();
    const names = Array.from({ length: 50 }, (_, number) => String(number).padStart(40, 'n'));
    const metadata = Object.fromEntries(names.map((name) => [name, 'x'.repeat(500)]));

    expect(await sdk.paymentIntents.create({ amount: 500, currency: 'usd', metadata })).toMatchObject({ metadata });
  });

  it('expands only fields that hold an ID', async () => {
    const { sdk } = await openStripe();
    const { id } = await createIntent(sdk);
    await expect(sdk.paymentIntents.retrieve(id, { expand: ['amount'] })).rejects.toMatchObject({ param: 'expand' });
    expect(await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({ latest_charge: null });
  });
});

describe('confirm a PaymentIntent', () => {
  it('charges at creation with confirm: true, which requires a payment method', async () => {
    const { stripe, sdk } = await openStripe();
    const intentParams = { amount: 500, currency: 'usd', confirm: true };
    await expect(sdk.paymentIntents.create(intentParams)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(stripe.events).toEqual([]);

    const intent = await sdk.paymentIntents.create({ ...intentParams, payment_method: 'pm_card_visa' });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 500 });
  });

  it('creates a charge that can be expanded', async () => {
    const { sdk } = await openStripe();
    const { id } = await createIntent(sdk);
    const intent = await sdk.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });

    // Stripe's fee is 2.9 % and 30 cents: 29 + 30.
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 1000,
      payment_method: { object: 'payment_method', card: { brand: 'visa', last4: '4242' } },
      latest_charge: { object: 'charge', paid: true, balance_transaction: { amount: 1000, fee: 59, net: 941 } },
    });

    const { latest_charge: chargeId } = await sdk.paymentIntents.retrieve(id);
    expect(await sdk.charges.retrieve(String(chargeId))).toMatchObject({ id: chargeId, payment_intent: id });
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', '', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', '', "Your card's security code is incorrect."],
  ])('declines %s and accepts another card afterwards', async (method, code, declineCode, message) => {
    const { sdk } = await openStripe();
    const { id } = await createIntent(sdk);
    const error = await sdk.paymentIntents.confirm(id, { payment_method: method }).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      code,
      decline_code: declineCode,
      message,
      payment_intent: { id, status: 'requires_payment_method', last_payment_error: { code } },
    });
    expect(await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
  });

  it('requires an action for 3-D Secure cards', async () => {
    const { sdk } = await openStripe();
    const { id } = await createIntent(sdk);

    expect(await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_threeDSecure2Required' })).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
      latest_charge: null,
    });
  });

  it('rejects a second confirmation', async () => {
    const { sdk } = await openStripe();
    const { id } = await createPaidIntent(sdk);
    const secondConfirmation = sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await expect(secondConfirmation).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id },
    });
  });

  it('requires a known payment method', async () => {
    const { sdk } = await openStripe();
    const { id } = await createIntent(sdk);

    await expect(sdk.paymentIntents.confirm(id)).rejects.toThrow("because it's missing a payment method");
    await expect(sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_none' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
    });
  });
});

describe('cancel a PaymentIntent', () => {
  it('cancels an unpaid intent, which then cannot be confirmed', async () => {
    const { sdk } = await openStripe();
    const { id } = await createIntent(sdk);

    expect(await sdk.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });

    const confirmation = sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await expect(confirmation).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it("doesn't cancel a paid intent", async () => {
    const { sdk } = await openStripe();
    const { id } = await createPaidIntent(sdk);
    await expect(sdk.paymentIntents.cancel(id)).rejects.toThrow('because it has a status of succeeded');
  });
});

describe('API keys', () => {
  it('rejects an unknown secret key', async () => {
    const { stripe } = await openStripe();
    const error = await createIntent(createSdk(stripe, 'sk_test_unknown_value')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StripeAuthenticationError);
    expect(String(error)).toContain('Invalid API Key provided: sk_test_*********alue');
  });

  it('lets a publishable key retrieve only the intent of the client secret', async () => {
    const { stripe, sdk } = await openStripe();
    const browserSdk = createSdk(stripe, stripe.publishableKey);
    await expect(createIntent(browserSdk)).rejects.toBeInstanceOf(StripePermissionError);

    const intent = await sdk.paymentIntents.create({ amount: 500, currency: 'usd', metadata: { uid: 'u1' } });
    const secret = intent.client_secret!;
    const visibleIntent = await browserSdk.paymentIntents.retrieve(intent.id, { client_secret: secret });

    expect(visibleIntent).toMatchObject({ id: intent.id, amount: 500 });
    expect(visibleIntent).not.toHaveProperty('metadata');
    await expect(browserSdk.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({ param: 'client_secret' });
    await expect(browserSdk.paymentIntents.retrieve(intent.id, { client_secret: `${secret}x` })).rejects.toMatchObject({
      code: 'payment_intent_invalid_parameter',
    });
  });

  it('accepts basic authentication', async () => {
    const { stripe } = await openStripe();
    const authorization = `Basic ${Buffer.from(`${stripe.secretKey}:`).toString('base64')}`;
    const response = await fetch(`${stripe.origin}/v1/refunds`, { headers: { authorization } });
    expect(await response.json()).toEqual({ object: 'list', data: [], has_more: false, url: '/v1/refunds' });
    expect(response.headers.get('request-id')).toMatch(/^req_/);
  });

  it('lets pages of other origins only retrieve and confirm intents', async () => {
    const { stripe } = await openStripe();
    const allowedOrigin = async (path: string) => {
      const response = await fetch(`${stripe.origin}${path}`, { method: 'OPTIONS' });
      return response.headers.get('access-control-allow-origin');
    };

    expect(await allowedOrigin('/v1/payment_intents/pi_1')).toBe('*');
    expect(await allowedOrigin('/v1/payment_intents/pi_1/confirm')).toBe('*');
    expect(await allowedOrigin('/v1/payment_intents')).toBeNull();
    expect(await allowedOrigin('/v1/payment_methods')).toBeNull();
    expect(await allowedOrigin('/v1/refunds')).toBeNull();
  });
});

describe('unknown objects and paths', () => {
  it('returns resource_missing for an unknown ID', async () => {
    const { sdk } = await openStripe();
    await expect(sdk.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
    await expect(sdk.paymentIntents.retrieve('constructor')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(sdk.charges.retrieve('ch_none')).rejects.toMatchObject({ statusCode: 404, param: 'charge' });
  });

  it('returns 404 for an unknown path', async () => {
    const { sdk } = await openStripe();
    await expect(sdk.customers.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers)'),
    });
  });
});
