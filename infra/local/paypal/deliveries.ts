import type { EventType } from './events.ts';

/** How long an endpoint may take to answer. */
const ANSWER_LIMIT_MS = 20_000;

/** An event on its way to the webhook. Every transmission sends the same bytes. */
export interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  /** The id of the order, the capture or the refund that it tells of. */
  readonly resourceId: string;
  readonly body: string;
  /** `pending` until it is delivered; `dropped` by the fault of that name; `given up` after the last delay. */
  delivery: 'pending' | 'delivered' | 'dropped' | 'given up';
  attempts: number;
  /** When to try again, in milliseconds since 1970. */
  nextAttemptAt: number | undefined;
}

export interface DeliverySettings {
  /** Where the webhook listens at this moment. */
  readonly url: () => string;
  /** What one transmission bears beside the event. */
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  /** How long to wait after the first failure, after the second, and so on; after the last one no more. */
  readonly retryDelaysMs: readonly number[];
  /** Notes that an event's state has changed. */
  readonly changed: () => void;
}

/** Sends events to a webhook until it takes them. */
export class Deliveries {
  readonly #settings: DeliverySettings;
  readonly #running = new Set<Promise<void>>();
  readonly #waiting = new Map<StoredEvent, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  /** Sends an event now, or when its next attempt is due. */
  add(event: StoredEvent): void {
    if (this.#closing.signal.aborted) return;
    const delay = (event.nextAttemptAt ?? 0) - Date.now();
    if (delay <= 0) void this.send(event);
    else
      this.#waiting.set(
        event,
        setTimeout(() => void this.send(event), delay),
      );
  }

  /** Makes one attempt at once, and sets the next one if it fails. Resolves after the attempt. */
  send(event: StoredEvent): Promise<void> {
    clearTimeout(this.#waiting.get(event));
    this.#waiting.delete(event);
    const sending = this.#attempt(event).finally(() => this.#running.delete(sending));
    this.#running.add(sending);
    return sending;
  }

  /** Resolves when nothing is being sent. What waits for its next attempt is not being sent. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops. What was being sent stays pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await this.idle();
  }

  async #attempt(event: StoredEvent): Promise<void> {
    const taken = await this.#post(event.body);
    if (!taken && this.#closing.signal.aborted) return;
    event.attempts += 1;
    const delay = this.#settings.retryDelaysMs[event.attempts - 1];
    event.nextAttemptAt = taken || delay === undefined ? undefined : Date.now() + delay;
    if (taken) event.delivery = 'delivered';
    else if (delay === undefined) event.delivery = 'given up';
    else this.add(event);
    this.#settings.changed();
  }

  async #post(body: string): Promise<boolean> {
    try {
      const { url, headers } = this.#settings;
      const response = await fetch(url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'PayPal/AUHD-local', ...headers(body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
