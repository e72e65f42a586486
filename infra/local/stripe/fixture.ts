import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { closeServer, HOST, listen } from '../process/ports.ts';
import { LocalStripe, type LocalStripeSettings } from './stripe.ts';

/** One attempt to deliver an event, as the endpoint got it. */
export interface Delivery {
  readonly body: string;
  readonly signature: string;
}

/** An endpoint for webhooks that remembers what it got, and answers as it is told. */
export class Endpoint {
  readonly deliveries: Delivery[] = [];
  /** What is answered first, one after the other. */
  readonly firstStatuses: number[] = [];
  /** What is answered then; undefined for an endpoint that never answers. */
  status: number | undefined = 200;
  readonly #server: Server;
  #url = '';

  constructor() {
    this.#server = createServer(async (request, response) => {
      const signature = String(request.headers['stripe-signature']);
      this.deliveries.push({ body: await text(request), signature });
      const status = this.firstStatuses.shift() ?? this.status;
      if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  }

  get url(): string {
    return this.#url;
  }

  /** The types of the events that arrived, in their order. */
  get types(): string[] {
    return this.deliveries.map(({ body }) => JSON.parse(body).type);
  }

  async start(): Promise<void> {
    this.#url = `http://${HOST}:${await listen(this.#server, 0)}/webhook`;
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }
}

/** An account with an endpoint, and the official SDK that talks to it. Both end with the test. */
export async function open(settings: Partial<LocalStripeSettings> & { readonly events?: readonly string[] } = {}) {
  const endpoint = new Endpoint();
  await endpoint.start();
  onTestFinished(() => endpoint.close());
  const { events, ...others } = settings;
  const directory = settings.directory ?? newDirectory();
  const webhook = { url: () => endpoint.url, ...(events && { events }) };
  const local = await LocalStripe.open({ directory, webhook, ...others });
  onTestFinished(() => local.close());
  return { local, endpoint, directory, sdk: sdkOf(local) };
}

/** The official package, told where the stand-in is. */
export function sdkOf(local: LocalStripe, key = local.secretKey): Stripe {
  return new Stripe(key, { ...local.address, maxNetworkRetries: 0, telemetry: false });
}

export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'fathom-stripe-'));
}

/** A payment of ten dollars. */
export function tenDollars(sdk: Stripe): Promise<Stripe.PaymentIntent> {
  return sdk.paymentIntents.create({ amount: 1000, currency: 'usd' });
}

/** A payment of ten dollars that is made. */
export async function paidTenDollars(sdk: Stripe): Promise<Stripe.PaymentIntent> {
  const { id } = await tenDollars(sdk);
  return sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
}
