import { join } from 'node:path';
import { JsonFile } from '../state/json-file.ts';
import { Deliveries, type Delivery } from '../webhooks/deliveries.ts';
import { notFound } from './errors.ts';
import { newEventId } from './ids.ts';
import type { Resource } from './representations.ts';
import { transmissionHeaders } from './signature.ts';
import type { PayPalStore } from './store.ts';

/** The events there are. */
export type EventType =
  | 'CHECKOUT.ORDER.APPROVED'
  | 'PAYMENT.CAPTURE.COMPLETED'
  | 'PAYMENT.CAPTURE.DENIED'
  | 'PAYMENT.CAPTURE.REFUNDED'
  | 'PAYMENT.CAPTURE.REVERSED';

/** One event, and what became of it. */
export interface StoredEvent extends Delivery {
  readonly id: string;
  readonly type: EventType;
  /** The id of the order, the capture or the refund that it tells of. */
  readonly resourceId: string;
}

/** Something that has happened. */
export interface NewEvent {
  readonly type: EventType;
  readonly resourceType: 'checkout-order' | 'capture' | 'refund';
  readonly summary: string;
  /** What it happened to, as the API tells it at that moment. */
  readonly resource: Resource;
}

/** Tells the webhook of an event. */
export type Emit = (event: NewEvent) => void;

export interface EventsSettings {
  readonly directory: string;
  readonly url: () => string;
  readonly retryDelaysMs: readonly number[];
  /** Whether new events are lost on their way. */
  readonly lost: () => boolean;
}

/** Everything that has happened, and what the webhook knows of it. Kept until the state directory goes. */
export class Events {
  readonly #store: PayPalStore;
  readonly #file: JsonFile<StoredEvent[]>;
  readonly #deliveries: Deliveries<StoredEvent>;
  readonly #lost: () => boolean;

  constructor(store: PayPalStore, { directory, url, retryDelaysMs, lost }: EventsSettings) {
    this.#store = store;
    this.#file = new JsonFile(join(directory, 'events.json'), []);
    this.#lost = lost;
    this.#deliveries = new Deliveries({
      url,
      retryDelaysMs,
      headers: (body) => ({
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-local',
        ...transmissionHeaders(store, body),
      }),
      changed: () => this.#file.save(),
    });
  }

  get all(): readonly StoredEvent[] {
    return this.#file.value;
  }

  /** Goes on with what an earlier stand-in left. */
  start(): void {
    for (const event of this.all) if (event.delivery === 'pending') this.#deliveries.add(event);
  }

  /** Notes an event, and sends it. */
  readonly emit: Emit = ({ type, resourceType, summary, resource }) => {
    const id = newEventId();
    const self = `${this.#store.origin}/v1/notifications/webhooks-events/${id}`;
    const envelope = {
      id,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: resourceType,
      resource_version: '2.0',
      event_type: type,
      summary,
      resource,
      links: [
        { href: self, rel: 'self', method: 'GET' },
        { href: `${self}/resend`, rel: 'resend', method: 'POST' },
      ],
    };
    const lost = this.#lost();
    const event: StoredEvent = {
      id,
      type,
      resourceId: resource.id,
      body: JSON.stringify(envelope),
      delivery: lost ? 'dropped' : 'pending',
      attempts: 0,
      nextAttemptAt: undefined,
    };
    this.#file.value.push(event);
    this.#file.save();
    if (!lost) this.#deliveries.add(event);
  };

  /**
   * Sends an event once more, whatever became of it. Resolves after the attempt.
   *
   * @throws PayPalApiError for an unknown event.
   */
  async resend(id: string): Promise<void> {
    const event = this.all.find((candidate) => candidate.id === id);
    if (!event) throw notFound();
    await this.#deliveries.resend(event);
  }

  idle(): Promise<void> {
    return this.#deliveries.idle();
  }

  async close(): Promise<void> {
    await this.#deliveries.close();
    await this.#file.flush();
  }
}
