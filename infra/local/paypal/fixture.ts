import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { closeServer, HOST, listen } from '../process/ports.ts';
import { LocalPayPal, type LocalPayPalSettings } from './paypal.ts';

/** One transmission of an event, as the endpoint got it. */
export interface Transmission {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** An endpoint for webhooks that remembers what it got, and answers as it is told. */
export class Endpoint {
  readonly transmissions: Transmission[] = [];
  /** What is answered first, one after the other. */
  readonly firstStatuses: number[] = [];
  /** What is answered then; undefined for an endpoint that never answers. */
  status: number | undefined = 200;
  readonly #server: Server;
  #url = '';

  constructor() {
    this.#server = createServer(async (request, response) => {
      this.transmissions.push({ body: await text(request), headers: request.headers });
      const status = this.firstStatuses.shift() ?? this.status;
      if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  }

  get url(): string {
    return this.#url;
  }

  /** The types of the events that arrived, in their order. */
  get types(): string[] {
    return this.transmissions.map(({ body }) => JSON.parse(body).event_type);
  }

  async start(): Promise<void> {
    this.#url = `http://${HOST}:${await listen(this.#server, 0)}/webhook`;
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }
}

const money = z.object({ currency_code: z.string(), value: z.string() });
const link = z.object({ href: z.string(), rel: z.string(), method: z.string() });
const capture = z.looseObject({ id: z.string(), status: z.string(), amount: money, links: z.array(link) });

/** What tests read of answers; the rest of them is there too. */
const answerBody = z.looseObject({
  id: z.string().default(''),
  status: z.string().default(''),
  links: z.array(z.looseObject({ href: z.string(), rel: z.string() })).default([]),
  details: z.array(z.looseObject({ issue: z.string() })).default([]),
  purchase_units: z
    .array(z.looseObject({ payments: z.looseObject({ captures: z.array(capture) }).optional() }))
    .default([]),
});

export interface Answer {
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

  /** An order that is begun, or approved, or paid: each of ten dollars. */
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

  /** The id of a capture of ten dollars. */
  async captureId(): Promise<string> {
    return captureOf(await this.order('paid')).id;
  }
}

/** Asks for a token with the given credentials. */
export function askForToken(origin: string, credentials: string, grant = 'client_credentials'): Promise<Response> {
  return fetch(`${origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: grant }),
  });
}

/** The one capture of an order's answer. */
export function captureOf({ body }: Answer): z.output<typeof capture> {
  const [only] = body.purchase_units[0]?.payments?.captures ?? [];
  if (!only) throw new Error(`This order has no capture: ${JSON.stringify(body)}`);
  return only;
}

/** A stand-in with an endpoint, and a merchant who talks to it. All end with the test. */
export async function open(settings: Partial<LocalPayPalSettings> = {}) {
  const endpoint = new Endpoint();
  await endpoint.start();
  onTestFinished(() => endpoint.close());
  const directory = settings.directory ?? newDirectory();
  const webhook = { url: () => endpoint.url };
  const paypal = await LocalPayPal.open({ directory, webhook, ...settings });
  onTestFinished(() => paypal.close());
  return { paypal, endpoint, directory, merchant: new Merchant(paypal) };
}

export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'fathom-paypal-'));
}
