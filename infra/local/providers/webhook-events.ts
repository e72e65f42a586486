import { setImmediate } from 'node:timers/promises';

/** Maximum time for an endpoint to respond. */
const RESPONSE_TIMEOUT_MS = 20_000;

/** Maximum finished events kept at startup. Older events are deleted. */
const MAX_FINISHED_EVENTS = 1000;

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
  /** The time of the next attempt, in milliseconds since 1970. */
  nextAttemptAt?: number | undefined;
}

/** Faults that tests switch on. */
export class ProviderFaults {
  /** While true, events are dropped instead of sent. `resend` still sends them. */
  dropWebhooks = false;
  /** How many of the next API requests fail with 500 and have no effect. */
  failRequests = 0;
  /** A function that runs when `holdWebhooks` becomes false. */
  onRelease = () => {};
  #isHeld = false;

  get holdWebhooks(): boolean {
    return this.#isHeld;
  }

  /** Holds events back while true. Sends the events when the value becomes false. */
  set holdWebhooks(isHeld: boolean) {
    this.#isHeld = isHeld;
    if (!isHeld) this.onRelease();
  }

  /** Returns whether the current request must fail. If so, decrements `failRequests`. */
  takeRequestFailure(): boolean {
    if (this.failRequests <= 0) return false;
    this.failRequests -= 1;
    return true;
  }
}

/** Stores a provider's events together with its account. */
export interface EventStore {
  /** Oldest first. */
  readonly events: WebhookEvent[];
  /** Schedules a write of the account and its events. */
  save(): void;
  /** Resolves when all saved changes are on disk. */
  flush(): Promise<void>;
}

interface WebhookSettings {
  readonly store: EventStore;
  /** Returns the endpoint's current URL; throws while it is unknown. */
  readonly url: () => string;
  /** Returns the headers of one attempt. Each attempt has its own signature. */
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  /** The delays after the first failure, the second failure, and so on. No attempt follows after the last delay. */
  readonly retryDelaysMs: readonly number[];
  readonly faults: ProviderFaults;
}

/** Stores a provider's events, and sends each event to the webhook until the endpoint accepts it. */
export class WebhookEvents {
  readonly #settings: WebhookSettings;
  readonly #runningAttempts = new Set<Promise<void>>();
  /** Events that wait for their next attempt. Events that are held back have no timer. */
  readonly #waitingEvents = new Map<WebhookEvent, NodeJS.Timeout | undefined>();
  readonly #closing = new AbortController();

  constructor(settings: WebhookSettings) {
    this.#settings = settings;
    settings.faults.onRelease = () => {
      for (const [event, timer] of [...this.#waitingEvents]) {
        if (timer === undefined) void this.#startAttempt(event);
      }
    };
  }

  /** All events, oldest first. */
  get all(): readonly WebhookEvent[] {
    return this.#settings.store.events;
  }

  /** Deletes the oldest finished events, and sends the events that were pending when the last run ended. */
  start(): void {
    const { events } = this.#settings.store;
    const finishedEvents = events.filter(({ delivery }) => delivery !== 'pending');
    const expiredCount = Math.max(0, finishedEvents.length - MAX_FINISHED_EVENTS);
    const expiredEvents = new Set(finishedEvents.slice(0, expiredCount));
    events.splice(0, events.length, ...events.filter((event) => !expiredEvents.has(event)));

    for (const event of events) {
      if (event.delivery === 'pending') this.#schedule(event);
    }
  }

  /** Stores an event. Sends it if the endpoint receives its type. */
  add(event: Pick<WebhookEvent, 'id' | 'type' | 'objectId' | 'body'>, isWanted = true): void {
    const storedEvent: WebhookEvent = { ...event, delivery: isWanted ? 'pending' : 'unwanted', attempts: 0 };
    this.#settings.store.events.push(storedEvent);
    this.#settings.store.save();
    if (isWanted) this.#schedule(storedEvent);
  }

  /** Sends an event again, regardless of its status and of faults. Resolves after the attempt. */
  async resend(event: WebhookEvent): Promise<void> {
    Object.assign(event, { delivery: 'pending', attempts: 0, nextAttemptAt: undefined });
    this.#settings.store.save();
    await this.#startAttempt(event);
  }

  /** Resolves when no event is being sent. Ignores events that wait for their next attempt or are held back. */
  async waitUntilIdle(): Promise<void> {
    while (this.#runningAttempts.size > 0) await Promise.all(this.#runningAttempts);
  }

  /** Stops sending. Events in flight stay pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#waitingEvents.values()) clearTimeout(timer);
    this.#waitingEvents.clear();
    await this.waitUntilIdle();
  }

  /** Sends an event at the time of its next attempt. */
  #schedule(event: WebhookEvent): void {
    if (this.#closing.signal.aborted) return;

    const delayMs = (event.nextAttemptAt ?? 0) - Date.now();
    if (delayMs <= 0) {
      this.#sendOrApplyFault(event);
      return;
    }

    const timer = setTimeout(() => this.#sendOrApplyFault(event), delayMs);
    this.#waitingEvents.set(event, timer);
  }

  /** Sends an event, unless a fault drops it or holds it back. */
  #sendOrApplyFault(event: WebhookEvent): void {
    const { faults } = this.#settings;
    if (faults.dropWebhooks) {
      this.#waitingEvents.delete(event);
      Object.assign(event, { delivery: 'dropped', nextAttemptAt: undefined });
      this.#settings.store.save();
      return;
    }

    if (faults.holdWebhooks) this.#waitingEvents.set(event, undefined);
    else void this.#startAttempt(event);
  }

  /** Starts an attempt to send an event, which no longer waits. Returns the end of the attempt. */
  #startAttempt(event: WebhookEvent): Promise<void> {
    clearTimeout(this.#waitingEvents.get(event));
    this.#waitingEvents.delete(event);

    const attempt = this.#runAttempt(event).finally(() => this.#runningAttempts.delete(attempt));
    this.#runningAttempts.add(attempt);
    return attempt;
  }

  async #runAttempt(event: WebhookEvent): Promise<void> {
    // Lets the operation that caused the event finish and save the account first.
    await setImmediate();
    await this.#settings.store.flush();

    const wasAccepted = await this.#post(event.body);
    // An attempt that closing has interrupted doesn't count.
    if (this.#closing.signal.aborted && !wasAccepted) return;

    event.attempts += 1;
    const delayMs = this.#settings.retryDelaysMs[event.attempts - 1];
    event.nextAttemptAt = wasAccepted || delayMs === undefined ? undefined : Date.now() + delayMs;
    if (wasAccepted) event.delivery = 'delivered';
    else if (delayMs === undefined) event.delivery = 'failed';
    else this.#schedule(event);

    this.#settings.store.save();
  }

  /** Returns whether the endpoint accepted the event. Providers don't follow redirects. */
  async #post(body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#settings.url(), {
        method: 'POST',
        headers: this.#settings.headers(body),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
