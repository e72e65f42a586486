import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { FakeStripe } from '../../test/support/fake-stripe.ts';
import { callStripe, stripeAccess } from './stripe-client.ts';

const KEYS = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };

const stripeServer = new FakeStripe();

beforeAll(() => stripeServer.start());

beforeEach(() => {
  fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
});

afterEach(() => vi.useRealTimers());

afterAll(() => stripeServer.stop());

describe('callStripe', () => {
  it.each([
    ['StripeConnectionError', new Stripe.errors.StripeConnectionError({ type: 'api_error' })],
    ['StripeAPIError', new Stripe.errors.StripeAPIError({ type: 'api_error' })],
    ['StripeRateLimitError', new Stripe.errors.StripeRateLimitError({ type: 'rate_limit_error' })],
    ['StripeAuthenticationError', new Stripe.errors.StripeAuthenticationError({ type: 'authentication_error' })],
  ])('maps %s to PaymentsUnavailable', async (_, cause) => {
    await expect(callStripe(Promise.reject(cause))).rejects.toMatchObject({ code: 'PaymentsUnavailable', cause });
  });

  it('returns results and throws all other errors unchanged', async () => {
    expect(await callStripe(Promise.resolve(3))).toBe(3);
    await expect(callStripe(Promise.reject(new RangeError('Other')))).rejects.toThrow(RangeError);
  });
});

describe('stripeAccess', () => {
  it('keeps a client until its key is rotated', async () => {
    const { stripe, webhookSecret } = await stripeAccess();
    expect(webhookSecret).toBe('whsec_1');
    expect((await stripeAccess()).stripe).toBe(stripe);

    // The secret is cached for five minutes.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_001 });
    fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify({ ...KEYS, secretKey: 'sk_test_2' }) });
    expect((await stripeAccess()).stripe).not.toBe(stripe);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_002 });
    fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
    expect((await stripeAccess()).stripe).not.toBe(stripe);

    // Later tests don't read the secrets of this one from the cache.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 900_003 });
  });

  it.each(['{}', 'nonsense', '{"secretKey":"","webhookSecret":"x"}', '{"secretKey":"x","webhookSecret":""}'])(
    'throws PaymentsUnavailable for the secret %j',
    async (text) => {
      // The cached secrets of earlier tests have expired by then.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS * (1 + Math.random()) });
      process.env.STRIPE_SECRET_ARN = randomUUID();
      fakeSecrets({ [process.env.STRIPE_SECRET_ARN]: text });

      await expect(stripeAccess()).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
    },
  );

  it('uses the address of a local Stripe, or api.stripe.com', async () => {
    const readSettings = async (url: string | undefined) => {
      vi.resetModules();
      const client = await import('./stripe-client.ts');

      const previousUrl = process.env.STRIPE_API_URL;
      if (url === undefined) delete process.env.STRIPE_API_URL;
      else process.env.STRIPE_API_URL = url;
      const { stripe } = await client.stripeAccess();
      process.env.STRIPE_API_URL = previousUrl;

      return ['host', 'port', 'protocol', 'timeout'].map((name) => stripe.getApiField(name as never));
    };

    expect(await readSettings('http://127.0.0.1:99')).toEqual(['127.0.0.1', '99', 'http', 8000]);
    expect(await readSettings('https://stripe.example:98')).toEqual(['stripe.example', '98', 'https', 8000]);
    expect(await readSettings(undefined)).toEqual(['api.stripe.com', '443', 'https', 8000]);
  });
});
