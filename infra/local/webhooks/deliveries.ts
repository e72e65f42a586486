/** How long an endpoint may take to answer. */
const ANSWER_LIMIT_MS = 20_000;

/** Something on its way to a webhook. It is kept as it is: every attempt sends the same bytes. */
export interface Delivery {
  readonly body: string;
  /**
   * `pending` until it is delivered; `dropped` by the fault of that name; `given up` after the last delay; `unwanted`
   * when the endpoint does not listen to its kind.
   */
  delivery: 'pending' | 'delivered' | 'dropped' | 'given up' | 'unwanted';
  attempts: number;
  /** When to try again, in milliseconds since 1970. */
  nextAttemptAt: number | undefined;
}

export interface DeliverySettings {
  /** Where the webhook listens at this moment. */
  readonly url: () => string;
  /** What one attempt bears beside the body: its signature, made anew each time. */
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  /** How long to wait after the first failure, after the second, and so on; after the last one no more. */
  readonly retryDelaysMs: readonly number[];
  /** Notes that the state of a delivery has changed. */
  readonly changed: () => void;
}

/** Sends what a provider has to tell to a webhook, until that takes it. */
export class Deliveries<D extends Delivery> {
  /** Whether events are lost on their way, with nobody noticing. */
  drop = false;
  #hold = false;
  readonly #settings: DeliverySettings;
  readonly #underWay = new Set<Promise<void>>();
  readonly #waiting = new Map<D, NodeJS.Timeout | undefined>();
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
    for (const [event, timer] of [...this.#waiting]) if (timer === undefined) void this.#start(event);
  }

  /** Sends an event, at once or at the time that is set for its next attempt. */
  add(event: D): void {
    if (this.#closing.signal.aborted) return;
    const delay = (event.nextAttemptAt ?? 0) - Date.now();
    if (delay > 0)
      this.#waiting.set(
        event,
        setTimeout(() => this.#due(event), delay),
      );
    else this.#due(event);
  }

  /** Sends an event once more, whatever became of it, and whatever faults there are. Resolves after the attempt. */
  async resend(event: D): Promise<void> {
    event.delivery = 'pending';
    event.attempts = 0;
    event.nextAttemptAt = undefined;
    this.#settings.changed();
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

  #due(event: D): void {
    if (this.drop) {
      this.#waiting.delete(event);
      event.delivery = 'dropped';
      event.nextAttemptAt = undefined;
      this.#settings.changed();
    } else if (this.#hold) this.#waiting.set(event, undefined);
    else void this.#start(event);
  }

  #start(event: D): Promise<void> {
    clearTimeout(this.#waiting.get(event));
    this.#waiting.delete(event);
    const sending = this.#attempt(event).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    return sending;
  }

  async #attempt(event: D): Promise<void> {
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

  /** Whether the endpoint has taken it. A redirect is no taking: providers do not follow it. */
  async #post(body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#settings.url(), {
        method: 'POST',
        headers: this.#settings.headers(body),
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
