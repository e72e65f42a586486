import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open, tenDollars } from './fixture.ts';
import type { LocalStripe } from './stripe.ts';

const card = {
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '34',
  'card[cvc]': '123',
};

async function post(local: LocalStripe, path: string, fields: Record<string, string>) {
  const response = await fetch(`${local.origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

function makeMethod(local: LocalStripe, fields: Record<string, string> = {}) {
  return post(local, '/v1/payment_methods', { key: local.publishableKey, type: 'card', ...card, ...fields });
}

/** A payment that waits for the bank's question to be answered. */
async function waiting() {
  const { local, sdk } = await open();
  const { id, client_secret } = await tenDollars(sdk);
  await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' });
  const answer = (outcome: string, fields: Record<string, string> = {}) =>
    post(local, '/endive/challenge', { payment_intent: id, client_secret: client_secret!, outcome, ...fields });
  return { local, sdk, id, answer };
}

describe('the script', () => {
  it('is served with the pages of its frames, each without anything from elsewhere', async () => {
    const { local } = await open();
    const script = await fetch(local.scriptUrl);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toContain('endive');
    for (const page of ['card-page', 'challenge-page']) {
      const html = await fetch(`${local.origin}/endive/${page}.html`);
      expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const [, file] of (await html.text()).matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect(file).toMatch(/^[a-z-]+\.(js|css)$/);
        const { ok } = await fetch(`${local.origin}/endive/${file}`);
        expect(ok).toBe(true);
      }
    }
  });

  it('is served alone, and not what it is made of', async () => {
    const { local } = await open();
    for (const path of ['/endive/card-number.ts', '/endive/none.js']) {
      const { status } = await fetch(`${local.origin}${path}`);
      expect(status).toBe(401);
    }
  });
});

describe('a card that is typed in', () => {
  it('becomes a payment method that pays, and leaves no number behind', async () => {
    const { local, sdk, directory } = await open();
    const { body } = await makeMethod(local, {
      'billing_details[email]': 'ada@example.org',
      'billing_details[address][postal_code]': '90210',
    });
    expect(body).toMatchObject({
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
      billing_details: { email: 'ada@example.org', address: { postal_code: '90210' } },
    });
    const intent = await tenDollars(sdk);
    const confirmed = await post(local, `/v1/payment_intents/${intent.id}/confirm`, {
      key: local.publishableKey,
      client_secret: intent.client_secret!,
      payment_method: body.id,
    });
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(confirmed.body).not.toHaveProperty('latest_charge');
    await local.close();
    const kept = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    expect(kept.join()).toContain('"last4": "4242"');
    expect(kept.join()).not.toContain('42424242');
  });

  it.each([
    [{ 'card[number]': '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
    [{ 'card[exp_year]': '20' }, 'invalid_expiry_year', "Your card's expiration year is in the past."],
    [{ 'card[exp_month]': '13' }, 'invalid_expiry_month', "Your card's expiration date is invalid."],
    [{ 'card[cvc]': '12' }, 'incomplete_cvc', "Your card's security code is incomplete."],
  ])('is refused with %j', async (fields, code, message) => {
    const { local } = await open();
    expect(await makeMethod(local, fields)).toMatchObject({ status: 402, body: { error: { code, message } } });
  });

  it('must be a test card: nobody shall type in a real one', async () => {
    const { local } = await open();
    const { body } = await makeMethod(local, { 'card[number]': '4111111111111111' });
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
  });

  it('is none of a server’s business', async () => {
    const { local } = await open();
    const { status, body } = await makeMethod(local, { key: local.secretKey });
    expect({ status, message: body.error.message }).toEqual({
      status: 402,
      message: expect.stringContaining('generally unsafe'),
    });
  });
});

describe('the bank’s question', () => {
  it('is answered, and the payment is made', async () => {
    const { local, sdk, id, answer } = await waiting();
    expect(await answer('complete')).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const { latest_charge } = await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(latest_charge).toMatchObject({ payment_method_details: { card: { three_d_secure: { version: '2.2.0' } } } });
    expect(local.events.at(-1)).toMatchObject({ type: 'payment_intent.succeeded' });
  });

  it('is answered with no, and the payment waits for another card', async () => {
    const { local, sdk, id, answer } = await waiting();
    expect(await answer('fail')).toMatchObject({ status: 200 });
    expect(await sdk.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
      latest_charge: null,
    });
    expect(local.events.at(-1)).toMatchObject({ type: 'payment_intent.payment_failed' });
  });

  it('is asked once, and of nobody without the client secret', async () => {
    const { answer } = await waiting();
    expect(await answer('complete', { client_secret: 'pi_1_secret_2' })).toMatchObject({ status: 400 });
    expect(await answer('maybe')).toMatchObject({ status: 400 });
    await answer('complete');
    expect(await answer('complete')).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    });
  });
});
