/**
 * Tests of the choice between local and real payment providers. `npm start` uses a real provider, in its test mode, if
 * its keys are in the environment.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { startPaymentProviders } from './payment-providers.ts';
import { type Closers, closeServer, listen } from './process/ports.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-providers-'));
const closers: Closers = [];
const start = (keys: Record<string, string>) =>
  startPaymentProviders({ statePath: (part) => join(directory, part), url: 'http://127.0.0.1:4600', closers, keys });
const closeAll = async () => {
  for (const close of closers.splice(0)) await close();
};

afterEach(async () => {
  await closeAll();
  rmSync(directory, { recursive: true, force: true });
});

const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const PAYPAL_KEYS = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' };

describe('startPaymentProviders', () => {
  it('starts local providers without keys', async () => {
    const { config, environment, origins, secrets, stripe, paypal } = await start({});

    expect(config.stripe.scriptUrl).toBe(stripe?.scriptUrl);
    expect(config.paypal.sdkBaseUrl).toBe(paypal?.sdkBaseUrl);
    expect(environment).toEqual({ STRIPE_API_URL: stripe?.origin, PAYPAL_API_URL: paypal?.origin });
    expect(origins).toEqual([stripe?.origin, paypal?.origin]);
    expect(JSON.parse(secrets['StripeKeys/Secret']!)).toMatchObject({ secretKey: stripe?.secretKey });
  });

  it('uses the real providers with keys', async () => {
    const { config, environment, origins, secrets, stripe, paypal } = await start({ ...STRIPE_KEYS, ...PAYPAL_KEYS });

    expect([stripe, paypal]).toEqual([undefined, undefined]);
    expect(environment).toEqual({});
    // "endive" is a release of Stripe's API.
    expect(config).toEqual({
      stripe: { publishableKey: 'pk_test_1', scriptUrl: 'https://js.stripe.com/endive/stripe.js' },
      paypal: { clientId: 'client', sdkBaseUrl: 'https://www.sandbox.paypal.com/sdk/js' },
    });
    expect(origins).toContain('https://js.stripe.com');
    expect(JSON.parse(secrets['StripeKeys/Secret']!)).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' });
    expect(JSON.parse(secrets['PayPalKeys/Secret']!)).toEqual({
      clientId: 'client',
      clientSecret: 'secret',
      webhookId: 'webhook',
    });
  });

  it('combines a real and a local provider and allows the origins of both', async () => {
    const { environment, origins, stripe, paypal } = await start(STRIPE_KEYS);
    expect(stripe).toBeUndefined();
    expect(environment).toEqual({ PAYPAL_API_URL: paypal?.origin });
    expect(origins).toEqual(expect.arrayContaining([paypal?.origin, 'https://js.stripe.com']));
  });

  it('keeps the local providers’ origins unless another program uses a port', async () => {
    const firstProviders = await start({});
    await closeAll();
    const secondProviders = await start({});
    expect(secondProviders.origins).toEqual(firstProviders.origins);

    await closeAll();
    const otherProgram = createServer();
    await listen(otherProgram, firstProviders.stripe!.port);
    onTestFinished(() => closeServer(otherProgram));

    const movedProviders = await start({});
    expect(movedProviders.stripe!.port).not.toBe(firstProviders.stripe!.port);
    expect(movedProviders.paypal!.port).toBe(firstProviders.paypal!.port);

    await closeAll();
    expect((await start({})).origins).toEqual(movedProviders.origins);
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET'],
    [{ PAYPAL_CLIENT_ID: 'client' }, 'PAYPAL_CLIENT_SECRET'],
  ])('rejects %j and names the missing keys', async (keys, missingKeys) => {
    await expect(start(keys)).rejects.toThrow(`also set ${missingKeys}`);
  });
});
