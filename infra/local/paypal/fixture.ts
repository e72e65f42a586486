import { z } from 'zod';
import { openProvider } from '../providers/fixture.ts';
import { LocalPayPal, type LocalPayPalSettings } from './paypal.ts';

const moneySchema = z.object({ currency_code: z.string(), value: z.string() });
const linkSchema = z.object({ href: z.string(), rel: z.string(), method: z.string() });
const captureSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: moneySchema,
  links: z.array(linkSchema),
});

/** The fields of responses that tests read. */
const responseSchema = z.looseObject({
  id: z.string().default(''),
  status: z.string().default(''),
  links: z.array(z.looseObject({ href: z.string(), rel: z.string() })).default([]),
  details: z.array(z.looseObject({ issue: z.string() })).default([]),
  purchase_units: z
    .array(z.looseObject({ payments: z.looseObject({ captures: z.array(captureSchema) }).optional() }))
    .default([]),
});

interface ApiResponse {
  readonly status: number;
  readonly body: z.output<typeof responseSchema>;
}

/** Calls the API like a merchant's server. */
export class Merchant {
  readonly #paypal: LocalPayPal;
  #token: string | undefined;

  constructor(paypal: LocalPayPal) {
    this.#paypal = paypal;
  }

  get(path: string): Promise<ApiResponse> {
    return this.call('GET', path);
  }

  post(path: string, body: object | string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    return this.call('POST', path, { body: content, headers });
  }

  async call(
    method: string,
    path: string,
    { body, headers }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<ApiResponse> {
    this.#token ??= await this.#fetchToken();
    const response = await fetch(`${this.#paypal.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...headers,
      },
      body: body ?? null,
    });

    return { status: response.status, body: responseSchema.parse(await response.json()) };
  }

  async #fetchToken(): Promise<string> {
    const { clientId, clientSecret, origin } = this.#paypal;
    const response = await requestToken(origin, `${clientId}:${clientSecret}`);
    return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
  }

  /** Creates an order of ten dollars. Also approves or pays it, if requested. */
  async createOrder(status: 'created' | 'approved' | 'paid', unit: object = {}): Promise<ApiResponse> {
    const amount = { currency_code: 'USD', value: '10.00' };
    const order = await this.post('/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'ann', description: 'A reef', amount, ...unit }],
    });

    if (status === 'created') return order;
    this.#paypal.approve(order.body.id);
    if (status === 'approved') return this.get(`/v2/checkout/orders/${order.body.id}`);
    return this.post(`/v2/checkout/orders/${order.body.id}/capture`, {});
  }

  /** Pays an order of ten dollars. Returns the capture's ID. */
  async payOrder(): Promise<string> {
    return getCapture(await this.createOrder('paid')).id;
  }
}

/** Requests a token with these credentials. */
export function requestToken(origin: string, credentials: string, grant = 'client_credentials'): Promise<Response> {
  return fetch(`${origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: grant }),
  });
}

/** Returns the only capture of an order. */
export function getCapture({ body }: ApiResponse): z.output<typeof captureSchema> {
  const [onlyCapture] = body.purchase_units[0]?.payments?.captures ?? [];
  if (!onlyCapture) throw new Error(`This order has no capture: ${JSON.stringify(body)}`);
  return onlyCapture;
}

/** Opens a local PayPal with an endpoint and a merchant's client. */
export async function openPayPal(settings: Partial<LocalPayPalSettings> = {}) {
  const { provider: paypal, endpoint, directory } = await openProvider(LocalPayPal.open, settings);
  return { paypal, endpoint, directory, merchant: new Merchant(paypal) };
}
