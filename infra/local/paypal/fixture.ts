import { z } from 'zod';
import { openProvider } from '../providers/fixture.ts';
import { LocalPayPal, type LocalPayPalSettings } from './paypal.ts';

const money = z.object({ currency_code: z.string(), value: z.string() });
const link = z.object({ href: z.string(), rel: z.string(), method: z.string() });
const capture = z.looseObject({ id: z.string(), status: z.string(), amount: money, links: z.array(link) });

/** The fields of responses that tests read. Other fields are kept. */
const answerBody = z.looseObject({
  id: z.string().default(''),
  status: z.string().default(''),
  links: z.array(z.looseObject({ href: z.string(), rel: z.string() })).default([]),
  details: z.array(z.looseObject({ issue: z.string() })).default([]),
  purchase_units: z
    .array(z.looseObject({ payments: z.looseObject({ captures: z.array(capture) }).optional() }))
    .default([]),
});

interface Answer {
  readonly status: number;
  readonly body: z.output<typeof answerBody>;
}

/** Calls the API as a merchant's server does. */
export class Merchant {
  readonly #paypal: LocalPayPal;
  #token: string | undefined;

  constructor(paypal: LocalPayPal) {
    this.#paypal = paypal;
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, body: object | string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return this.call('POST', path, { body: sent, headers });
  }

  async call(
    method: string,
    path: string,
    { body, headers }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Answer> {
    this.#token ??= await this.#newToken();
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
    return { status: response.status, body: answerBody.parse(await response.json()) };
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret, origin } = this.#paypal;
    const response = await askForToken(origin, `${clientId}:${clientSecret}`);
    return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
  }

  /** Creates an order of ten dollars, and approves or pays it. */
  async order(upTo: 'begun' | 'approved' | 'paid', unit: object = {}): Promise<Answer> {
    const amount = { currency_code: 'USD', value: '10.00' };
    const begun = await this.post('/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'ann', description: 'A reef', amount, ...unit }],
    });
    if (upTo === 'begun') return begun;
    this.#paypal.approve(begun.body.id);
    if (upTo === 'approved') return this.get(`/v2/checkout/orders/${begun.body.id}`);
    return this.post(`/v2/checkout/orders/${begun.body.id}/capture`, {});
  }

  /** Pays an order of ten dollars and returns the capture's id. */
  async captureId(): Promise<string> {
    return captureOf(await this.order('paid')).id;
  }
}

/** Requests a token with these credentials. */
export function askForToken(origin: string, credentials: string, grant = 'client_credentials'): Promise<Response> {
  return fetch(`${origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: grant }),
  });
}

/** Returns the only capture of an order. */
export function captureOf({ body }: Answer): z.output<typeof capture> {
  const [only] = body.purchase_units[0]?.payments?.captures ?? [];
  if (!only) throw new Error(`This order has no capture: ${JSON.stringify(body)}`);
  return only;
}

/** Opens an account with an endpoint, and a merchant's client for it. */
export async function open(settings: Partial<LocalPayPalSettings> = {}) {
  const { provider: paypal, endpoint, directory } = await openProvider(LocalPayPal.open, settings);
  return { paypal, endpoint, directory, merchant: new Merchant(paypal) };
}
