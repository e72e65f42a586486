import { setImmediate } from 'node:timers/promises';
import { JsonFile } from '../state/json-file.ts';

/** Maximum time for an endpoint to respond. */
const RESPONSE_LIMIT_MS = 20_000;

/** Maximum finished events kept at startup. Older ones are deleted. */
const MAX_FINISHED = 1000;

/** An event and its delivery. Every attempt sends the same bytes. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** The ID of the object that the event is about. */
  readonly objectId: string;
  readonly body: string;
  /**
   * `dropped`: lost by the fault `dropWebhooks`. `failed`: rejected at the last attempt. `unwanted`: the endpoint
   * doesn't receive this type.
   */
  delivery: 'pending' | 'delivered' | 'dropped' | 'failed' | 'unwanted';
  attempts: number;
  /** When to try again, in milliseconds since 1970. */
  nextAttemptAt?: number | undefined;
}

/** Faults that tests switch on. */
export class ProviderFaults {
  /** Drops events while true. `resend` still sends them. */
  dropWebhooks = false;
  /** How many of the next API requests get 500 and have no effect. */
  failRequests = 0;
  /** Runs when `holdWebhooks` becomes false. */
  onRelease = () => {};
  #hold = false;

  get holdWebhooks(): boolean {
    return this.#hold;
  }

  /** Holds events back while true. Sends them when it becomes false. */
  set holdWebhooks(hold: boolean) {
    this.#hold = hold;
    if (!hold) this.onRelease();
  }

  /** Returns whether this request fails, and decrements `failRequests`. */
  takeFailure(): boolean {
    if (this.failRequests <= 0) return false;
    this.failRequests -= 1;
    return true;
  }
}

interface WebhookSettings {
  readonly file: string;
  /** Returns the endpoint's current URL; throws while it is unknown. */
  readonly url: () => string;
  /** Returns the headers of one attempt. Each attempt has its own signature. */
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  /** The delay after the first failure, the second, and so on. No attempt follows after the last one. */
  readonly retryDelaysMs: readonly number[];
  readonly faults: ProviderFaults;
  /** Resolves when all changes of the account are on disk. */
  readonly accountStored: () => Promise<void>;
}

/** Stores a provider's events and sends them to the webhook until it accepts them. */
export class WebhookEvents {
  readonly #settings: WebhookSettings;
  readonly #file: JsonFile<WebhookEvent[]>;
  readonly #sending = new Set<Promise<void>>();
  /** Events that wait for their next attempt. Events that are held back have no timer. */
  readonly #waiting = new Map<WebhookEvent, NodeJS.Timeout | undefined>();
  readonly #closing = new AbortController();

  constructor(settings: WebhookSettings) {
    this.#settings = settings;
    this.#file = new JsonFile<WebhookEvent[]>(settings.file, []);
    settings.faults.onRelease = () => {
      for (const [event, timer] of [...this.#waiting]) if (timer === undefined) void this.#start(event);
    };
  }

  /** All events, oldest first. */
  get all(): readonly WebhookEvent[] {
    return this.#file.value;
  }

  /** Sends the events that were pending when the last run ended. */
  start(): void {
    const events = this.#file.value;
    const finished = events.filter(({ delivery }) => delivery !== 'pending');
    const old = new Set(finished.slice(0, Math.max(0, finished.length - MAX_FINISHED)));
    events.splice(0, events.length, ...events.filter((event) => !old.has(event)));
    for (const event of events) if (event.delivery === 'pending') this.#schedule(event);
  }

  /** Stores an event. Sends it if `wanted`. */
  add(event: Pick<WebhookEvent, 'id' | 'type' | 'objectId' | 'body'>, wanted = true): void {
    const storedEvent: WebhookEvent = { ...event, delivery: wanted ? 'pending' : 'unwanted', attempts: 0 };
    this.#file.value.push(storedEvent);
    this.#file.save();
    if (wanted) this.#schedule(storedEvent);
  }

  /** Sends an event again, regardless of its status and of faults. Resolves after the attempt. */
  async resend(event: WebhookEvent): Promise<void> {
    Object.assign(event, { delivery: 'pending', attempts: 0, nextAttemptAt: undefined });
    this.#file.save();
    await this.#start(event);
  }

  /** Resolves when all events are on disk. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  /** Resolves when no event is being sent. Ignores events that wait for their next attempt or are held back. */
  async idle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  /** Stops sending. Events in flight stay pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await this.idle();
    await this.#file.flush();
  }

  #schedule(event: WebhookEvent): void {
    if (this.#closing.signal.aborted) return;
    const delay = (event.nextAttemptAt ?? 0) - Date.now();
    if (delay > 0) {
      const timer = setTimeout(() => this.#sendNow(event), delay);
      this.#waiting.set(event, timer);
    } else this.#sendNow(event);
  }

  #sendNow(event: WebhookEvent): void {
    const { faults } = this.#settings;
    if (faults.dropWebhooks) {
      this.#waiting.delete(event);
      Object.assign(event, { delivery: 'dropped', nextAttemptAt: undefined });
      this.#file.save();
    } else if (faults.holdWebhooks) this.#waiting.set(event, undefined);
    else void this.#start(event);
  }

  #start(event: WebhookEvent): Promise<void> {
    clearTimeout(this.#waiting.get(event));
    this.#waiting.delete(event);
    const sending = this.#attempt(event).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  async #attempt(event: WebhookEvent): Promise<void> {
    // The operation that caused the event saves the account right after it.
    await setImmediate();
    await Promise.all([this.#settings.accountStored(), this.#file.flush()]);
    const accepted = await this.#post(event.body);
    if (this.#closing.signal.aborted && !accepted) return;

    event.attempts += 1;
    const delay = this.#settings.retryDelaysMs[event.attempts - 1];
    event.nextAttemptAt = accepted || delay === undefined ? undefined : Date.now() + delay;

    if (accepted) event.delivery = 'delivered';
    else if (delay === undefined) event.delivery = 'failed';
    else this.#schedule(event);
    this.#file.save();
  }

  /** Returns whether the endpoint accepted the event. Providers don't follow redirects. */
  async #post(body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#settings.url(), {
        method: 'POST',
        headers: this.#settings.headers(body),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
