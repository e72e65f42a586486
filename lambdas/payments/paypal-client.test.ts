/** Tests of the client of PayPal's API: its tokens, timeouts, and errors, and the calls for orders. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { buildPayPalOrder, FakePayPal } from '../../test/support/fake-paypal.ts';
import { OrderNotFound, PaymentsUnavailable } from './errors.ts';
import { capturePayPalOrder, createPayPalOrder, findOrderOfCapture, readPayPalOrder } from './paypal-orders.ts';

let client: typeof import('./paypal-client.ts');
let paypal: FakePayPal;

beforeEach(async () => {
  // The module keeps an access token, so each test loads it again.
  vi.resetModules();
  client = await import('./paypal-client.ts');
  paypal = new FakePayPal();
  fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify({ clientId: 'id', clientSecret: 'secret' }) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** A schema that accepts every object. */
const anyObject = z.object({}).loose();

const readThing = () => client.callPayPal({ method: 'GET', path: '/thing' }, anyObject);

describe('callPayPal', () => {
  it('sends the token, the body, and the idempotency key', async () => {
    paypal.allowTokens();
    paypal.on('POST /thing', { status: 200, body: { id: 1 } });
    const call = { method: 'POST', path: '/thing', body: { amount: 3 }, requestId: 'once' } as const;

    expect(await client.callPayPal(call, anyObject)).toEqual({ id: 1 });

    expect(paypal.calls).toEqual([
      {
        method: 'POST',
        path: '/thing',
        body: '{"amount":3}',
        headers: {
          authorization: 'Bearer token',
          'content-type': 'application/json',
          prefer: 'return=representation',
          'paypal-request-id': 'once',
        },
      },
    ]);
  });

  it('requests a token with the ID and the secret of the client', async () => {
    const tokens = paypal.allowTokens();
    paypal.on('GET /thing', { status: 200, body: { id: 1 } });

    await readThing();

    expect(tokens).toMatchObject([
      {
        body: 'grant_type=client_credentials',
        headers: {
          authorization: `Basic ${Buffer.from('id:secret').toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
    ]);
  });

  it('sends texts unchanged, and no idempotency key unless the call has one', async () => {
    paypal.on('POST /thing', { status: 200, body: {} });

    await client.callPayPal({ method: 'POST', path: '/thing', body: '{ "a":1}' }, anyObject);

    expect(paypal.calls[0]?.body).toBe('{ "a":1}');
    expect(paypal.calls[0]?.headers).not.toHaveProperty('paypal-request-id');
  });

  it('accepts an empty response', async () => {
    paypal.on('GET /thing', { status: 204 });
    expect(await readThing()).toEqual({});
  });

  it.each([401, 429, 500, 503])('throws PaymentsUnavailable for status %i', async (status) => {
    paypal.on('GET /thing', { status, body: { name: 'BUSY' } });
    await expect(readThing()).rejects.toMatchObject({ code: 'PaymentsUnavailable', retryAfterSeconds: 10 });
  });

  it.each([
    [400, { name: 'INVALID', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }, 'ORDER_ALREADY_CAPTURED'],
    [404, { name: 'NOT_FOUND' }, 'NOT_FOUND'],
    [422, { name: 'INVALID', details: [] }, 'INVALID'],
    [422, 'nonsense', 'UNKNOWN'],
  ])('throws PayPalError for status %i with its issue', async (status, body, issue) => {
    paypal.on('GET /thing', { status, body });

    const error = await readThing().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(client.PayPalError);
    expect(error).toMatchObject({ status, issue });
  });

  it('throws PaymentsUnavailable if PayPal cannot be reached', async () => {
    paypal.on('GET /thing', new TypeError('fetch failed'));
    await expect(readThing()).rejects.toMatchObject({
      code: 'PaymentsUnavailable',
      cause: { message: 'fetch failed' },
    });
  });

  it('throws PaymentsUnavailable if the response has another shape', async () => {
    paypal.on('GET /thing', { status: 200, body: { id: 1 } });
    const response = client.callPayPal({ method: 'GET', path: '/thing' }, z.object({ id: z.string() }));
    await expect(response).rejects.toMatchObject({ code: 'PaymentsUnavailable', cause: { name: 'ZodError' } });
  });

  it('limits the time of a call', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    paypal.on('GET /thing', { status: 200, body: {} });

    // The first call requests the access token.
    await readThing();
    expect(timeout.mock.calls).toEqual([[6000], [6000]]);

    await client.callPayPal({ method: 'GET', path: '/thing', timeoutMs: 7 }, anyObject);
    expect(timeout).toHaveBeenLastCalledWith(7);

    timeout.mockRestore();
  });
});

describe('the access token', () => {
  it('uses a token until a minute before it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    // The token expires after 100 seconds.
    const tokens = paypal.allowTokens({ status: 200, body: { access_token: 'token', expires_in: 100 } });
    paypal.on('GET /thing', { status: 200, body: {} });

    await readThing();
    vi.setSystemTime(39_999);
    await readThing();
    expect(tokens).toHaveLength(1);

    vi.setSystemTime(40_000);
    await readThing();
    expect(tokens).toHaveLength(2);
  });

  it('requests another token after PayPal rejected the first one', async () => {
    const tokens = paypal.allowTokens();
    paypal.on('GET /thing', { status: 401, body: {} });
    await expect(readThing()).rejects.toMatchObject({ code: 'PaymentsUnavailable' });

    paypal.on('GET /thing', { status: 200, body: {} });
    await readThing();
    await readThing();
    expect(tokens).toHaveLength(2);
  });

  it('requests another token when the keys change', async () => {
    const tokens = paypal.allowTokens();
    paypal.on('GET /thing', { status: 200, body: {} });
    await readThing();

    // The secret is cached for five minutes.
    fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify({ clientId: 'id', clientSecret: 'rotated' }) });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS + 1 });
    await readThing();

    expect(tokens).toHaveLength(2);
  });

  it.each([
    [401, { error: 'invalid_client' }],
    [200, { access_token: 'token' }],
    [201, { access_token: 'token', expires_in: 9 }],
  ])('throws PaymentsUnavailable if PayPal returns no valid token (status %i)', async (status, body) => {
    paypal.allowTokens({ status, body });
    await expect(readThing()).rejects.toMatchObject({ code: 'PaymentsUnavailable', cause: { status } });
    expect(paypal.calls).toEqual([]);
  });
});

describe('the host', () => {
  it.each([
    [{}, 'https://api-m.sandbox.paypal.com'],
    [{ PAYPAL_ENVIRONMENT: 'live' }, 'https://api-m.paypal.com'],
    [{ PAYPAL_ENVIRONMENT: 'sandbox' }, 'https://api-m.sandbox.paypal.com'],
    [{ PAYPAL_ENVIRONMENT: 'unknown' }, 'https://api-m.sandbox.paypal.com'],
    [{ PAYPAL_ENVIRONMENT: 'live', PAYPAL_API_URL: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9'],
  ])('resolves the settings %j to the host %s', async (env, host) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    paypal.on('GET /thing', { status: 200, body: {} });

    await readThing();

    expect([...paypal.origins]).toEqual([host]);
  });
});

describe('loadPayPalKeys', () => {
  it.each(['', '{}', '{"clientId":"","clientSecret":"x"}', '{"clientId":"x","clientSecret":""}'])(
    'throws PaymentsUnavailable for the secret %j',
    async (text) => {
      // A secret without a value is another error, so a space stands for an empty text.
      fakeSecrets({ PAYPAL_SECRET_ARN: text || ' ' });
      await expect(client.loadPayPalKeys()).rejects.toMatchObject({ code: 'PaymentsUnavailable' });
    },
  );

  it('returns an empty webhook ID by default', async () => {
    expect(await client.loadPayPalKeys()).toEqual({ clientId: 'id', clientSecret: 'secret', webhookId: '' });
  });
});

describe('orders', () => {
  const createdReply = { status: 201, body: buildPayPalOrder({ orderId: 'O 1', status: 'CREATED' }) };

  it('creates an order for the member in dollars, with the idempotency key', async () => {
    paypal.on('POST /v2/checkout/orders', createdReply);
    const offer = { steps: 1000, cents: 1205, packageName: 'A package' };

    expect(await createPayPalOrder('ada', offer, 'once')).toMatchObject({ id: 'O 1' });
    expect(paypal.calls[0]?.headers).toMatchObject({ 'paypal-request-id': 'once' });
    expect(JSON.parse(paypal.calls[0]!.body)).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: 'ada', description: 'A package', amount: { currency_code: 'USD', value: '12.05' } },
      ],
      payment_source: {
        paypal: {
          experience_context: { brand_name: 'Fathom', shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
        },
      },
    });
  });

  it('reads an order with empty lists if PayPal omits the payments', async () => {
    const serveOrder = (units: object[]) =>
      paypal.on('GET /v2/checkout/orders/O%201', {
        status: 200,
        body: { id: 'O 1', status: 'X', purchase_units: units },
      });

    for (const unit of [{}, { payments: {} }]) {
      serveOrder([unit]);
      expect((await readPayPalOrder('O 1')).purchase_units[0]?.payments).toEqual({ captures: [], refunds: [] });
    }

    serveOrder([]);
    await expect(readPayPalOrder('O 1')).rejects.toThrow(PaymentsUnavailable);
  });

  it('captures an order once, with a longer timeout', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    paypal.on('POST /v2/checkout/orders/O%201/capture', createdReply);

    await capturePayPalOrder('O 1');

    expect(paypal.calls[0]).toMatchObject({ body: '{}', headers: { 'paypal-request-id': 'capture-O 1' } });
    expect(timeout).toHaveBeenLastCalledWith(12_000);

    timeout.mockRestore();
  });

  it('throws OrderNotFound if PayPal has no such order or capture', async () => {
    await expect(readPayPalOrder('none')).rejects.toThrow(OrderNotFound);
    await expect(findOrderOfCapture('none')).rejects.toThrow(OrderNotFound);
  });

  it('throws all other errors of PayPal unchanged', async () => {
    paypal.on('GET /v2/checkout/orders/none', { status: 403, body: { name: 'NOT_AUTHORIZED' } });
    await expect(readPayPalOrder('none')).rejects.toMatchObject({ status: 403 });
  });

  it('finds the order of a capture', async () => {
    paypal.on('GET /v2/payments/captures/C%2F1', {
      status: 200,
      body: { supplementary_data: { related_ids: { order_id: 'O 1' } } },
    });
    expect(await findOrderOfCapture('C/1')).toBe('O 1');
  });
});
