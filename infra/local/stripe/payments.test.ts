import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { open, paidTenDollars, sdkOf, tenDollars } from './fixture.ts';

const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

describe('asking for a payment', () => {
  it('keeps what the server says of it', async () => {
    const { sdk } = await open();
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
  ])('refuses %j', async (params, code, message) => {
    const { sdk } = await open();
    const refusal = await sdk.paymentIntents.create(params).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StripeInvalidRequestError);
    expect(refusal).toMatchObject({ statusCode: 400, code, message });
  });

  it('takes the least and the most amount', async () => {
    const { sdk } = await open();
    for (const amount of [50, 99_999_999]) {
      expect(await sdk.paymentIntents.create({ amount, currency: 'usd' })).toMatchObject({ amount });
    }
  });

  it('refuses fields that it does not know', async () => {
    const { sdk } = await open();
    await expect(
      sdk.rawRequest('POST', '/v1/payment_intents', { amount: 500, currency: 'usd', ammount: 1 }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'ammount' });
  });
});

describe('what is kept with a payment', () => {
  it.each([
    [{ uid: 'x'.repeat(501) }, 'metadata[uid]'],
    [{ ['n'.repeat(41)]: '1' }, `metadata[${'n'.repeat(41)}]`],
    [Object.fromEntries(Array.from({ length: 51 }, (_, name) => [`n${name}`, '1'])), 'metadata'],
  ])('has its limits', async (metadata, param) => {
    const { sdk } = await open();
    await expect(sdk.paymentIntents.create({ amount: 500, currency: 'usd', metadata })).rejects.toMatchObject({
      param,
    });
  });

  it('is told in whole only where there is an object behind an id', async () => {
    const { sdk } = await open();
    const { id } = await tenDollars(sdk);
    await expect(sdk.paymentIntents.retrieve(id, { expand: ['amount'] })).rejects.toMatchObject({ param: 'expand' });
    expect(await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({ latest_charge: null });
  });
});

describe('paying', () => {
  it('can be done at once, but not without a card', async () => {
    const { local, sdk } = await open();
    const wanted = { amount: 500, currency: 'usd', confirm: true };
    await expect(sdk.paymentIntents.create(wanted)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(local.events).toEqual([]);
    const made = await sdk.paymentIntents.create({ ...wanted, payment_method: 'pm_card_visa' });
    expect(made).toMatchObject({ status: 'succeeded', amount_received: 500 });
  });

  it('makes a charge that is told in full when asked', async () => {
    const { sdk } = await open();
    const { id } = await tenDollars(sdk);
    const intent = await sdk.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
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
  ])('declines %s, and waits for another card', async (method, code, declineCode, message) => {
    const { sdk } = await open();
    const { id } = await tenDollars(sdk);
    const refusal = await sdk.paymentIntents.confirm(id, { payment_method: method }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StripeCardError);
    expect(refusal).toMatchObject({
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

  it('waits for the bank where it asks its customer', async () => {
    const { sdk } = await open();
    const { id } = await tenDollars(sdk);
    expect(await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_threeDSecure2Required' })).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
      latest_charge: null,
    });
  });

  it('takes no money twice', async () => {
    const { sdk } = await open();
    const { id } = await paidTenDollars(sdk);
    const again = sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await expect(again).rejects.toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { id } });
  });

  it('needs a card', async () => {
    const { sdk } = await open();
    const { id } = await tenDollars(sdk);
    await expect(sdk.paymentIntents.confirm(id)).rejects.toThrow("because it's missing a payment method");
    await expect(sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_none' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
    });
  });
});

describe('canceling', () => {
  it('ends a payment that is not made', async () => {
    const { sdk } = await open();
    const { id } = await tenDollars(sdk);
    expect(await sdk.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });
    const late = sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await expect(late).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('is too late for one that is made', async () => {
    const { sdk } = await open();
    const { id } = await paidTenDollars(sdk);
    await expect(sdk.paymentIntents.cancel(id)).rejects.toThrow('because it has a status of succeeded');
  });
});

describe('who may ask', () => {
  it('knows its own secret key only', async () => {
    const { local } = await open();
    const refusal = await tenDollars(sdkOf(local, 'sk_test_of_somebody_else')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StripeAuthenticationError);
    expect(String(refusal)).toContain('Invalid API Key provided: sk_test_************else');
  });

  it('lets a publishable key ask for nothing but one payment with its secret', async () => {
    const { local, sdk } = await open();
    const browser = sdkOf(local, local.publishableKey);
    await expect(tenDollars(browser)).rejects.toBeInstanceOf(StripePermissionError);
    const intent = await sdk.paymentIntents.create({ amount: 500, currency: 'usd', metadata: { uid: 'u1' } });
    const secret = intent.client_secret!;
    const shown = await browser.paymentIntents.retrieve(intent.id, { client_secret: secret });
    expect(shown).toMatchObject({ id: intent.id, amount: 500 });
    expect(shown).not.toHaveProperty('metadata');
    await expect(browser.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({ param: 'client_secret' });
    await expect(browser.paymentIntents.retrieve(intent.id, { client_secret: `${secret}x` })).rejects.toMatchObject({
      code: 'payment_intent_invalid_parameter',
    });
  });

  it('takes the key by basic authentication, too', async () => {
    const { local } = await open();
    const authorization = `Basic ${Buffer.from(`${local.secretKey}:`).toString('base64')}`;
    const response = await fetch(`${local.origin}/v1/refunds`, { headers: { authorization } });
    expect(await response.json()).toEqual({ object: 'list', data: [], has_more: false, url: '/v1/refunds' });
    expect(response.headers.get('request-id')).toMatch(/^req_/);
  });

  it('lets pages of other origins retrieve and confirm, and do nothing else', async () => {
    const { local } = await open();
    const allowed = async (path: string) => {
      const response = await fetch(`${local.origin}${path}`, { method: 'OPTIONS' });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await allowed('/v1/payment_intents/pi_1')).toBe('*');
    expect(await allowed('/v1/payment_intents/pi_1/confirm')).toBe('*');
    expect(await allowed('/v1/payment_intents')).toBeNull();
    expect(await allowed('/v1/payment_methods')).toBeNull();
    expect(await allowed('/v1/refunds')).toBeNull();
  });
});

describe('what does not exist', () => {
  it('is a missing resource', async () => {
    const { sdk } = await open();
    await expect(sdk.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
    await expect(sdk.paymentIntents.retrieve('constructor')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(sdk.charges.retrieve('ch_none')).rejects.toMatchObject({ statusCode: 404, param: 'charge' });
  });

  it('is an unknown address', async () => {
    const { sdk } = await open();
    await expect(sdk.customers.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers)'),
    });
  });
});
