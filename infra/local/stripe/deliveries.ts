import { createHmac } from 'node:crypto';
import { nowSeconds } from './ids.ts';

/** How long an endpoint may take to answer. */
const ANSWER_LIMIT_MS = 20_000;

/** An event on its way to the webhook. It is kept as it was signed: every attempt sends the same bytes. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  /** The id of what the event is about. */
  readonly objectId: string;
  readonly created: number;
  readonly body: string;
  /**
   * `pending` until it is delivered; `dropped` by the fault of that name; `given up` after the last delay; `unwanted`
   * when the endpoint does not listen to events of its type.
   */
  delivery: 'pending' | 'delivered' | 'dropped' | 'given up' | 'unwanted';
  attempts: number;
  /** When to try again, in milliseconds since 1970. */
  nextAttemptAt: number | undefined;
}

export interface DeliverySettings {
  /** Where the webhook listens at this moment. */
  readonly url: () => string;
  readonly secret: string;
  /** How long to wait after the first failure, after the second, and so on; after the last one no more. */
  readonly retryDelaysMs: readonly number[];
  /** Notes that an event's state has changed. */
  readonly changed: () => void;
}

/** Sends events to a webhook until it takes them. */
export class Deliveries {
  /** Whether events are lost on their way, with nobody noticing. */
  drop = false;
  #hold = false;
  readonly #settings: DeliverySettings;
  readonly #underWay = new Set<Promise<void>>();
  readonly #waiting = new Map<StoredEvent, NodeJS.Timeout | undefined>();
  readonly #closing = new AbortController();

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  get hold(): boolean {
    return this.#hold;
  }

  /** Keeps back what is to be sent. It is sent when this ends. */
  set hold(hold: boolean) {
    this.#hold = hold;
    if (hold) return;
    for (const [event, timer] of [...this.#waiting]) if (timer === undefined) this.#start(event);
  }

  /** Sends an event, at once or at the time that is set for its next attempt. */
  add(event: StoredEvent): void {
    const delay = (event.nextAttemptAt ?? 0) - Date.now();
    if (delay > 0)
      this.#waiting.set(
        event,
        setTimeout(() => this.#due(event), delay),
      );
    else this.#due(event);
  }

  /** Sends an event once more, whatever became of it, and whatever faults there are. Resolves after the attempt. */
  async resend(event: StoredEvent): Promise<void> {
    event.delivery = 'pending';
    event.attempts = 0;
    await this.#start(event);
  }

  /** Resolves when nothing is being sent. What waits for its next attempt, or is held, is not being sent. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Stops sending. What was being sent counts as not sent, and is pending still. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await this.idle();
  }

  #due(event: StoredEvent): void {
    if (this.drop) {
      this.#waiting.delete(event);
      event.delivery = 'dropped';
      event.nextAttemptAt = undefined;
      this.#settings.changed();
    } else if (this.#hold) this.#waiting.set(event, undefined);
    else void this.#start(event);
  }

  #start(event: StoredEvent): Promise<void> {
    clearTimeout(this.#waiting.get(event));
    this.#waiting.delete(event);
    const sending = this.#attempt(event).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    return sending;
  }

  async #attempt(event: StoredEvent): Promise<void> {
    const taken = await this.#post(event.body);
    if (this.#closing.signal.aborted && !taken) return;
    event.attempts += 1;
    const delay = this.#settings.retryDelaysMs[event.attempts - 1];
    event.nextAttemptAt = taken || delay === undefined ? undefined : Date.now() + delay;
    if (taken) event.delivery = 'delivered';
    else if (delay === undefined) event.delivery = 'given up';
    else this.add(event);
    this.#settings.changed();
  }

  /** Whether the endpoint has taken it. A redirect is no taking: Stripe does not follow it either. */
  async #post(body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#settings.url(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(body, this.#settings.secret),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
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

/** The header that proves who sent a body, and when: https://docs.stripe.com/webhooks#verify-manually */
export function signature(body: string, secret: string): string {
  const time = nowSeconds();
  const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${hash}`;
}
