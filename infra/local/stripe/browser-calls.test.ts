/** Tests of what browsers request from the local Stripe: the script, payment methods, and the outcome of 3-D Secure. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createIntent, openStripe } from './fixture.ts';
import type { LocalStripe } from './stripe.ts';

const CARD = {
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '34',
  'card[cvc]': '123',
};

/** Sends a form as a browser does. Returns the status and the parsed response. */
async function postForm(stripe: LocalStripe, path: string, fields: Record<string, string>) {
  const response = await fetch(`${stripe.origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Creates a payment method for a valid test card, except for these fields. */
function createPaymentMethod(stripe: LocalStripe, fields: Record<string, string> = {}) {
  return postForm(stripe, '/v1/payment_methods', { key: stripe.publishableKey, type: 'card', ...CARD, ...fields });
}

/** Opens a payment that requires 3-D Secure. */
async function openChallenge() {
  const { stripe, sdk } = await openStripe();
  const { id, client_secret } = await createIntent(sdk);
  await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' });

  const submitOutcome = (outcome: string, fields: Record<string, string> = {}) =>
    postForm(stripe, '/js/challenge', { payment_intent: id, client_secret: client_secret!, outcome, ...fields });

  return { stripe, sdk, id, submitOutcome };
}

describe('local Stripe.js', () => {
  it('serves the script and the pages of its frames, which load only their own files', async () => {
    const { stripe } = await openStripe();
    const script = await fetch(stripe.scriptUrl);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toContain('Stripe.version');

    for (const page of ['card-page', 'challenge-page']) {
      const html = await fetch(`${stripe.origin}/js/${page}.html`);
      expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const [, file] of (await html.text()).matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect(file).toMatch(/^[a-z-]+\.(js|css)$/);
        const { ok } = await fetch(`${stripe.origin}/js/${file}`);
        expect(ok).toBe(true);
      }
    }
  });

  it('does not serve source modules or unknown files', async () => {
    const { stripe } = await openStripe();
    for (const path of ['/js/card-number.ts', '/js/none.js']) {
      const { status } = await fetch(`${stripe.origin}${path}`);
      // Such a path reaches the API, which requires a key.
      expect(status).toBe(401);
    }
  });
});

describe('POST /v1/payment_methods', () => {
  it('creates a payment method with the card and the billing details', async () => {
    const { stripe } = await openStripe();
    const { body } = await createPaymentMethod(stripe, {
      'billing_details[email]': 'ada@example.org',
      'billing_details[address][postal_code]': '90210',
    });

    expect(body).toMatchObject({
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
      billing_details: { email: 'ada@example.org', address: { postal_code: '90210' } },
    });
  });

  it('creates a usable payment method without storing the card number', async () => {
    const { stripe, sdk, directory } = await openStripe();
    const { body } = await createPaymentMethod(stripe);

    const intent = await createIntent(sdk);
    const confirmation = await postForm(stripe, `/v1/payment_intents/${intent.id}/confirm`, {
      key: stripe.publishableKey,
      client_secret: intent.client_secret!,
      payment_method: body.id,
    });

    expect(confirmation).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    // A browser receives only public fields.
    expect(confirmation.body).not.toHaveProperty('latest_charge');

    await stripe.close();
    const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    expect(files.join()).toContain('"last4": "4242"');
    expect(files.join()).not.toContain('42424242');
  });

  it.each([
    [{ 'card[number]': '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
    [{ 'card[exp_year]': '20' }, 'invalid_expiry_year', "Your card's expiration year is in the past."],
    [{ 'card[exp_month]': '13' }, 'invalid_expiry_month', "Your card's expiration date is invalid."],
    [{ 'card[cvc]': '12' }, 'incomplete_cvc', "Your card's security code is incomplete."],
  ])('rejects a card with %j', async (fields, code, message) => {
    const { stripe } = await openStripe();
    const response = await createPaymentMethod(stripe, fields);
    expect(response).toMatchObject({ status: 402, body: { error: { code, message } } });
  });

  it('declines card numbers that are not test cards', async () => {
    const { stripe } = await openStripe();
    const { body } = await createPaymentMethod(stripe, { 'card[number]': '4111111111111111' });
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
  });

  it('rejects card numbers sent with the secret key', async () => {
    const { stripe } = await openStripe();
    const { status, body } = await createPaymentMethod(stripe, { key: stripe.secretKey });

    expect({ status, message: body.error.message }).toEqual({
      status: 402,
      message: expect.stringContaining('generally unsafe'),
    });
  });
});

describe('3-D Secure challenge', () => {
  it('completes the payment after a passed challenge', async () => {
    const { stripe, sdk, id, submitOutcome } = await openChallenge();
    expect(await submitOutcome('complete')).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const { latest_charge } = await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(latest_charge).toMatchObject({ payment_method_details: { card: { three_d_secure: { version: '2.2.0' } } } });
    expect(stripe.events.at(-1)).toMatchObject({ type: 'payment_intent.succeeded' });
  });

  it('requires another payment method after a failed challenge', async () => {
    const { stripe, sdk, id, submitOutcome } = await openChallenge();
    expect(await submitOutcome('fail')).toMatchObject({ status: 200 });

    expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
      latest_charge: null,
    });
    expect(stripe.events.at(-1)).toMatchObject({ type: 'payment_intent.payment_failed' });
  });

  it('requires the client secret for a challenge, and accepts only its first outcome', async () => {
    const { submitOutcome } = await openChallenge();
    expect(await submitOutcome('complete', { client_secret: 'pi_1_secret_2' })).toMatchObject({ status: 400 });
    expect(await submitOutcome('maybe')).toMatchObject({ status: 400 });

    await submitOutcome('complete');
    expect(await submitOutcome('complete')).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    });
  });
});
