import { mkdtempSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createListener, HttpServer } from '../http/http-server.ts';
import { HOST } from '../process/ports.ts';

const MAX_BODY_BYTES = 1_048_576;

/** One attempt to deliver an event, as the endpoint received it. */
export interface Delivery {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A webhook endpoint that records the deliveries it receives. */
class WebhookEndpoint {
  readonly deliveries: Delivery[] = [];
  /** The statuses of the first responses. */
  readonly firstStatuses: number[] = [];
  /** The status of later responses. If undefined, the endpoint never responds. */
  laterStatus: number | undefined = 200;
  url = '';
  readonly #listener = createListener(MAX_BODY_BYTES, ({ body, headers: receivedHeaders }) => {
    this.deliveries.push({ body: body.toString(), headers: receivedHeaders });

    const status = this.firstStatuses.shift() ?? this.laterStatus;
    // For statuses that redirect. Providers must not follow redirects.
    const headers = { location: '/elsewhere' };
    return status === undefined ? new Promise(() => {}) : { status, headers };
  });
  readonly #server = new HttpServer(this.#listener);

  /** The types of the received events, in order. */
  get types(): string[] {
    return this.deliveries.map(({ body }) => {
      const { type, event_type } = JSON.parse(body);
      return type ?? event_type;
    });
  }

  async start(): Promise<void> {
    this.url = `http://${HOST}:${await this.#server.start()}/webhook`;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** Opens a local provider with an endpoint and a new directory. Both close after the test. */
export async function openProvider<P extends { close(): Promise<void> }, S extends { directory: string }>(
  open: (settings: S & { webhook: { url: () => string } }) => Promise<P>,
  settings: Partial<S>,
) {
  const endpoint = new WebhookEndpoint();
  await endpoint.start();
  onTestFinished(() => endpoint.close());

  const directory = settings.directory ?? mkdtempSync(join(tmpdir(), 'fathom-provider-'));
  const webhook = { url: () => endpoint.url };
  const provider = await open({ webhook, ...settings, directory } as Parameters<typeof open>[0]);
  onTestFinished(() => provider.close());

  return { provider, endpoint, directory };
}
