/**
 * Tests of the signatures of PayPal's webhook events. The headers name the address of the certificate, so only
 * PayPal's own hosts may serve it.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { createSigner, FakePayPal, signEvent } from '../../test/support/fake-paypal.ts';

const KEYS = { clientId: 'id', clientSecret: 'secret', webhookId: 'WH' };
/** Time by which PayPal's clock may be ahead, in milliseconds. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
const SANDBOX_CERTIFICATE_URL = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1';
/** The body of an event whose type is ignored. Spaces and non-ASCII letters must stay unchanged for the signature. */
const BODY = '{ "event_type" : "ÖTHER",\n"resource": {"id":"1"} }';

let paypal: FakePayPal;
let verifyPayPalSignature: typeof import('./paypal-signature.ts').verifyPayPalSignature;

beforeEach(async () => {
  // Starts without cached certificates and keys.
  vi.resetModules();
  ({ verifyPayPalSignature } = await import('./paypal-signature.ts'));
  paypal = new FakePayPal();
  fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify(KEYS) });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const verifyEvent = (headers: Record<string, string | undefined>, body = BODY) =>
  verifyPayPalSignature({ headers, body });

/** Expects that an event with these headers is rejected. */
async function expectInvalid(headers: Record<string, string | undefined>, body = BODY): Promise<void> {
  await expect(verifyEvent(headers, body)).rejects.toMatchObject({ code: 'InvalidSignature' });
}

describe('verifyPayPalSignature', () => {
  it('accepts the unchanged body, and downloads the certificate once', async () => {
    await verifyEvent(signEvent(BODY));
    await verifyEvent(signEvent('{}'), '{}');

    expect(paypal.downloads).toEqual([SANDBOX_CERTIFICATE_URL]);
    expect(paypal.takeCalls()).toEqual([]);
  });

  it('rejects an event if a signed part, the signature, or the key was changed', async () => {
    const headers = signEvent(BODY);
    await expectInvalid(headers, `${BODY} `);
    await expectInvalid(signEvent(BODY, { webhookId: 'WH2' }));
    await expectInvalid(signEvent(BODY, { privateKey: createSigner().privateKey }));
    await expectInvalid({ ...headers, 'paypal-transmission-id': 'T' });
    await expectInvalid({ ...headers, 'paypal-transmission-time': new Date(0).toISOString() });
    await expectInvalid({ ...headers, 'paypal-transmission-sig': Buffer.alloc(256, 7).toString('base64') });
    await expectInvalid({ ...headers, 'paypal-transmission-sig': 'not base64' });

    await verifyEvent(headers);
  });

  it.each<[header: string, value: string | undefined]>([
    ['paypal-transmission-id', undefined],
    ['paypal-transmission-id', ''],
    ['paypal-transmission-time', undefined],
    ['paypal-transmission-time', 'yesterday'],
    ['paypal-transmission-sig', undefined],
    ['paypal-auth-algo', undefined],
    ['paypal-auth-algo', 'SHA1withRSA'],
    ['paypal-cert-url', undefined],
    ['paypal-cert-url', 'CERT-1'],
  ])('rejects the header %s with the value %s without a download', async (name, value) => {
    await expectInvalid({ ...signEvent(BODY), [name]: value });
    expect(paypal.downloads).toEqual([]);
  });

  it('rejects invalid headers before it reads the keys', async () => {
    // Without keys, only a check that comes before the keys are read can throw InvalidSignature.
    fakeSecrets({});
    await expect(verifyEvent(signEvent(BODY))).rejects.toThrow('PAYPAL_SECRET_ARN is empty');

    for (const [name, value] of [
      ['paypal-transmission-id', undefined],
      ['paypal-transmission-sig', undefined],
      ['paypal-auth-algo', 'SHA1withRSA'],
      ['paypal-transmission-time', new Date(0).toISOString()],
      ['paypal-cert-url', 'https://evil.example/v1/notifications/certs/CERT-1'],
    ] as const) {
      await expectInvalid({ ...signEvent(BODY), [name]: value });
    }

    expect(paypal.downloads).toEqual([]);
  });

  it('accepts an age of four days and a clock that is five minutes ahead', async () => {
    const now = Date.parse('2026-11-21T00:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    const headers = signEvent(BODY);
    const verifyAt = (time: number) => {
      vi.setSystemTime(time);
      return verifyEvent(headers);
    };

    await verifyAt(now + 4 * DAY_MS - 1);
    await verifyAt(now - CLOCK_SKEW_MS + 1);
    for (const time of [now + 4 * DAY_MS, now - CLOCK_SKEW_MS]) {
      await expect(verifyAt(time)).rejects.toMatchObject({ code: 'InvalidSignature' });
    }
  });

  it('rejects all events until the webhook is set up', async () => {
    fakeSecrets({ PAYPAL_SECRET_ARN: JSON.stringify({ ...KEYS, webhookId: '' }) });
    await expectInvalid(signEvent(BODY, { webhookId: '' }));
    expect(paypal.downloads).toEqual([]);
  });
});

describe('the certificate', () => {
  /** Returns the headers of an event that names a certificate at this address. */
  const signWithCertificateAt = (address: string) => ({ ...signEvent(BODY), 'paypal-cert-url': address });

  it.each([
    'http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://evil.example/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com@evil.example/v1/notifications/certs/CERT-1',
    'https://a:b@api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/../certs/CERT-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1/x',
    `${SANDBOX_CERTIFICATE_URL}?x=1`,
    `${SANDBOX_CERTIFICATE_URL}#x`,
    'https://api.sandbox.paypal.com/v1/notifications/CERT-1',
    'https://www.paypal.com/v1/notifications/certs/CERT-1',
    'file:///v1/notifications/certs/CERT-1',
  ])('does not download the certificate from %s on a test stage', async (address) => {
    await expectInvalid(signWithCertificateAt(address));
    expect(paypal.downloads).toEqual([]);
  });

  it('accepts a certificate only from the live hosts in production', async () => {
    vi.stubEnv('PAYPAL_ENVIRONMENT', 'live');
    await expectInvalid(signWithCertificateAt(SANDBOX_CERTIFICATE_URL));
    expect(paypal.downloads).toEqual([]);

    await verifyEvent(signEvent(BODY, { origin: 'https://api.paypal.com' }));
    await verifyEvent(signEvent(BODY, { origin: 'https://api-m.paypal.com' }));
  });

  it('accepts a certificate only from the local PayPal if the stage has one', async () => {
    vi.stubEnv('PAYPAL_API_URL', 'http://127.0.0.1:4602');
    await verifyEvent(signEvent(BODY, { origin: 'http://127.0.0.1:4602' }));
    await expectInvalid(signWithCertificateAt(SANDBOX_CERTIFICATE_URL));
    await expectInvalid(signEvent(BODY, { origin: 'http://127.0.0.1:4603' }));
  });

  // PayPal's certificates name a subdomain of paypal.com.
  it.each(['evilpaypal.com', 'paypal.com.evil.example', 'paypal.com'])(
    'rejects a certificate if its name is %s',
    async (commonName) => {
      const { privateKey, certificate } = createSigner({ commonName });
      paypal.serveCertificate('CERT-2', certificate);
      await expectInvalid(signEvent(BODY, { privateKey, certificateId: 'CERT-2' }));
    },
  );

  it('rejects a certificate before and after its validity', async () => {
    const now = Date.now();
    const past = { validFrom: now - 2 * DAY_MS, validTo: now - MINUTE_MS };
    const future = { validFrom: now + MINUTE_MS, validTo: now + DAY_MS };

    for (const options of [past, future]) {
      const { privateKey, certificate } = createSigner(options);
      const certificateId = `CERT-${options.validFrom}`;
      paypal.serveCertificate(certificateId, certificate);
      await expectInvalid(signEvent(BODY, { privateKey, certificateId }));
    }
  });

  it('rejects an event whose certificate PayPal does not have', async () => {
    await expectInvalid(signEvent(BODY, { certificateId: 'CERT-404' }));
  });

  it.each([
    ['PayPal fails', { status: 503 }],
    ['PayPal is busy', { status: 429 }],
    ['PayPal cannot be reached', new TypeError('fetch failed')],
    ['the response is an HTML page', { status: 200, text: '<html>' }],
  ])('downloads the certificate again for the next event if %s', async (_, reply) => {
    paypal.serveCertificate('CERT-1', reply);
    await expect(verifyEvent(signEvent(BODY))).rejects.toMatchObject({ code: 'PaymentsUnavailable' });

    paypal = new FakePayPal();
    await verifyEvent(signEvent(BODY));
    expect(paypal.downloads).toHaveLength(1);
  });
});
