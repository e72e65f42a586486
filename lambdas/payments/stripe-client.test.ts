/** Tests of the client of Stripe's API: its keys, its address, and the mapping of its errors. */
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { FakeStripe } from '../../test/support/fake-stripe.ts';
import { callStripe } from './stripe-client.ts';

const KEYS = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };

const stripeServer = new FakeStripe();

beforeAll(() => stripeServer.start());

beforeEach(() => {
  fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

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

describe('loadStripeAccess', () => {
  /** How long a secret is cached, in milliseconds. */
  const SECRET_CACHE_MS = 5 * MINUTE_MS;

  /** The fields of a client with the address of its server. */
  const ADDRESS_FIELDS = ['host', 'port', 'protocol'] as const;

  /** Loads the module without cached secrets and clients. */
  const loadModule = () => {
    vi.resetModules();
    return import('./stripe-client.ts');
  };

  it('keeps a client until its key is rotated', async () => {
    const { loadStripeAccess } = await loadModule();
    const { stripe, webhookSecret } = await loadStripeAccess();
    expect(webhookSecret).toBe('whsec_1');
    expect((await loadStripeAccess()).stripe).toBe(stripe);

    fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify({ ...KEYS, secretKey: 'sk_test_2' }) });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SECRET_CACHE_MS + 1 });
    expect((await loadStripeAccess()).stripe).not.toBe(stripe);

    // The first key again. Its client was not kept.
    fakeSecrets({ STRIPE_SECRET_ARN: JSON.stringify(KEYS) });
    vi.setSystemTime(Date.now() + SECRET_CACHE_MS + 1);
    expect((await loadStripeAccess()).stripe).not.toBe(stripe);
  });

  it.each(['{}', 'nonsense', '{"secretKey":"","webhookSecret":"x"}', '{"secretKey":"x","webhookSecret":""}'])(
    'throws PaymentsUnavailable for the secret %j',
    async (secret) => {
      const { loadStripeAccess } = await loadModule();
      fakeSecrets({ STRIPE_SECRET_ARN: secret });

      await expect(loadStripeAccess()).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
    },
  );

  it.each<[address: string, url: string | undefined, settings: string[]]>([
    ['a local Stripe over HTTP', 'http://127.0.0.1:99', ['127.0.0.1', '99', 'http']],
    ['a local Stripe over HTTPS', 'https://stripe.example:98', ['stripe.example', '98', 'https']],
    ['api.stripe.com by default', undefined, ['api.stripe.com', '443', 'https']],
  ])('calls %s, and waits at most eight seconds', async (_, url, settings) => {
    vi.stubEnv('STRIPE_API_URL', url);
    const { loadStripeAccess } = await loadModule();

    const { stripe } = await loadStripeAccess();

    expect(ADDRESS_FIELDS.map((name) => stripe.getApiField(name))).toEqual(settings);
    expect(stripe.getApiField('timeout')).toBe(8000);
  });
});
