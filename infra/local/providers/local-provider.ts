import { createListener, type HttpRequest, type HttpResponse, HttpServer } from '../http/http-server.ts';
import { HOST } from '../process/ports.ts';
import type { WebhookEvent, WebhookEvents } from './webhook-events.ts';

/** Default delays between attempts to deliver an event. */
export const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];

const MAX_BODY_BYTES = 1_048_576;

export interface ProviderSettings {
  /** The folder that holds the account. */
  readonly directory: string;
  readonly webhook: {
    /** Returns the endpoint's URL. Called before each attempt, so it may be unknown at the start. */
    url(): string;
  };
  /** Delays between attempts to deliver an event, in milliseconds. No attempt follows after the last delay. */
  readonly retryDelaysMs?: readonly number[];
  /** The port of the API. Default: any free port. */
  readonly port?: number;
}

interface ProviderParts {
  readonly store: { flush(): Promise<void> };
  readonly webhook: WebhookEvents;
}

/** A local payment provider: an API, a webhook, and a script for browsers. No money moves. */
export abstract class LocalProvider {
  readonly #parts: ProviderParts;
  readonly #server = new HttpServer(createListener(MAX_BODY_BYTES, (request) => this.#respond(request)));
  #port = 0;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  /** Responds only after everything is on disk. A crash must not undo a payment that a client saw succeed. */
  async #respond(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.handle(request);
    await this.#parts.store.flush();
    return response;
  }

  /** Handles a request for the API or a page. Must not throw. */
  protected abstract handle(request: HttpRequest): HttpResponse | Promise<HttpResponse>;

  /** Returns the error for an unknown event. */
  protected abstract buildUnknownEventError(id: string): Error;

  /** Runs when `origin` is known, before pending events are sent. */
  protected onListening(): void {}

  get port(): number {
    return this.#port;
  }

  /** The URL of the API, without a path. */
  get origin(): string {
    return `http://${HOST}:${this.#port}`;
  }

  /** All events, oldest first. */
  get events(): readonly Readonly<WebhookEvent>[] {
    return this.#parts.webhook.all;
  }

  /**
   * Starts to listen and sends pending events.
   *
   * @throws Error if the port is in use.
   */
  async start(port = 0): Promise<this> {
    this.#port = await this.#server.start(port);
    this.onListening();
    this.#parts.webhook.start();
    return this;
  }

  /**
   * Sends an event to the webhook again. Resolves after the attempt, even if the event was rejected.
   *
   * @throws Error for an unknown event.
   */
  async resend(eventId: string): Promise<void> {
    const event = this.#parts.webhook.all.find(({ id }) => id === eventId);
    if (!event) throw this.buildUnknownEventError(eventId);
    await this.#parts.webhook.resend(event);
  }

  /** Resolves when no event is being sent. Ignores events that wait for their next attempt or are held back. */
  waitUntilIdle(): Promise<void> {
    return this.#parts.webhook.waitUntilIdle();
  }

  /** Stops without waiting for the webhook. Pending events are sent after the next start. */
  async close(): Promise<void> {
    await this.#server.close();
    await this.#parts.webhook.close();
    await this.#parts.store.flush();
  }
}
