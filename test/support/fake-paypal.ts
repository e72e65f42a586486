import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { createCertificate } from '../../infra/local/paypal/certificate.ts';
import { buildTransmissionHeaders } from '../../infra/local/paypal/signature.ts';

/** A call that PayPal received. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response to a call, with a JSON body or another text, or the error of a call that doesn't reach PayPal. */
export type Reply = { readonly status: number; readonly body?: unknown; readonly text?: string } | Error;

/** Creates a key, and the certificate that PayPal would serve for it. */
export function createSigner(options: Parameters<typeof createCertificate>[1] = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { privateKey, certificate: createCertificate({ publicKey, privateKey }, options) };
}

/** The key that signs events by default. Its certificate is valid at any time that a test sets. */
const signer = createSigner({ validFrom: Date.UTC(2020, 0), validTo: Date.UTC(2049, 0) });

/** The origin of PayPal's test environment, which tests use by default. */
const SANDBOX = 'https://api.sandbox.paypal.com';

/** The start of the paths of certificates. */
const CERTIFICATES = '/v1/notifications/certs/';

/** Signs an event for the sandbox's webhook `WH`, as PayPal does. Returns the headers. */
export function signEvent(
  body: string,
  { webhookId = 'WH', privateKey = signer.privateKey, certificateId = 'CERT-1', origin = SANDBOX } = {},
): Record<string, string> {
  return buildTransmissionHeaders({ credentials: { certificateId, privateKey, webhookId }, origin }, body);
}

/** A PayPal in memory, at the boundary of `fetch`. Replies 404 unless a test sets a reply. */
export class FakePayPal {
  /** The calls so far, except those for access tokens and certificates. */
  readonly calls: Call[] = [];
  /** The URLs of the requested certificates. */
  readonly downloads: string[] = [];
  /** The hosts that were called. */
  readonly origins = new Set<string>();
  readonly #replies = new Map<string, (call: Call) => Reply>();

  constructor() {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#respond(url, init));
    this.allowTokens();
    this.serveCertificate('CERT-1', signer.certificate);
  }

  /** Records a request, and returns the parts of its response that the code under test reads. */
  async #respond(url: string, { method, headers, body }: RequestInit) {
    const { origin, pathname: path } = new URL(url);
    const call = { method: method!, path, headers: headers as Record<string, string>, body: String(body ?? '') };

    if (path.startsWith(CERTIFICATES)) this.downloads.push(url);
    else if (path !== '/v1/oauth2/token') this.calls.push(call);
    this.origins.add(origin);

    const reply = this.#replies.get(`${method} ${path}`)?.(call) ?? { status: 404, body: { name: 'NOT_FOUND' } };
    if (reply instanceof Error) throw reply;

    const { text = reply.body === undefined ? '' : JSON.stringify(reply.body) } = reply;
    return { status: reply.status, text: async () => text };
  }

  /** Replies to a call, such as `GET /v2/checkout/orders/1`. */
  on(call: string, reply: Reply | ((call: Call) => Reply)): void {
    this.#replies.set(call, typeof reply === 'function' ? reply : () => reply);
  }

  /** Serves a certificate, or another reply, at the address that events with this ID name. */
  serveCertificate(id: string, certificate: string | Reply): void {
    this.on(
      `GET ${CERTIFICATES}${id}`,
      typeof certificate === 'string' ? { status: 200, text: certificate } : certificate,
    );
  }

  /** Issues access tokens. Returns the calls that requested one. */
  allowTokens(reply: Reply = { status: 200, body: { access_token: 'token', expires_in: 3600 } }): Call[] {
    const requests: Call[] = [];
    this.on('POST /v1/oauth2/token', (call) => {
      requests.push(call);
      return reply;
    });
    return requests;
  }

  /** Returns the calls so far, as `METHOD path`, and removes them from the list. */
  takeCalls(): string[] {
    return this.calls.splice(0).map(({ method, path }) => `${method} ${path}`);
  }
}

/** Returns an amount as PayPal writes it. */
const toUsdAmount = (cents: number) => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) });

/** An order, as far as tests set it. */
interface OrderState {
  readonly orderId?: string;
  readonly userId?: string;
  readonly cents?: number;
  readonly status?: string;
  readonly captureStatus?: string;
  readonly captureId?: string;
  readonly merchantId?: string;
  readonly refunds?: readonly { readonly id: string; readonly status: string; readonly cents: number }[];
}

/** Builds an order as PayPal returns it. Without a capture status, it has no capture. */
export function buildPayPalOrder(state: OrderState) {
  const {
    orderId = randomUUID(),
    userId,
    cents = 100,
    status = 'COMPLETED',
    captureStatus,
    captureId = `capture-${orderId}`,
    merchantId = 'FATHOM',
    refunds = [],
  } = state;

  return {
    id: orderId,
    status,
    purchase_units: [
      {
        custom_id: userId,
        payee: { merchant_id: merchantId },
        payments: {
          captures: captureStatus ? [{ id: captureId, status: captureStatus, amount: toUsdAmount(cents) }] : [],
          refunds: refunds.map(({ cents: refundCents, ...refund }) => ({
            ...refund,
            amount: toUsdAmount(refundCents),
          })),
        },
      },
    ],
  };
}
