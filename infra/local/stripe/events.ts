import { join } from 'node:path';
import { JsonFile } from '../state/json-file.ts';
import { Deliveries, type Delivery, type DeliverySettings } from '../webhooks/deliveries.ts';
import { missing } from './errors.ts';
import { newId, nowSeconds } from './ids.ts';
import type { Cause, Emit } from './objects.ts';
import { signature } from './signature.ts';
import { own } from './store.ts';

/** The version of the API whose shapes are answered, which is that of the SDK in use. */
export const API_VERSION = '2026-10-28.endive';

/** So many events are remembered after they are delivered. */
const KEPT = 1000;

/** One event, and what became of it. */
export interface StoredEvent extends Delivery {
  readonly id: string;
  readonly type: string;
  /** The id of what the event is about. */
  readonly objectId: string;
  readonly created: number;
}

export interface EventSettings extends Pick<DeliverySettings, 'url' | 'retryDelaysMs'> {
  /** What events are signed with. */
  readonly secret: string;
  readonly directory: string;
  /** The types that the endpoint listens to; undefined for all. */
  readonly types: readonly string[] | undefined;
}

/** What has happened in the account, as the webhook is told. */
export class StripeEvents {
  readonly deliveries: Deliveries<StoredEvent>;
  readonly #file: JsonFile<Record<string, StoredEvent>>;
  readonly #types: readonly string[] | undefined;

  constructor({ directory, types, secret, url, retryDelaysMs }: EventSettings) {
    this.#file = new JsonFile(join(directory, 'stripe-events.json'), {});
    this.#types = types;
    this.deliveries = new Deliveries({
      url,
      retryDelaysMs,
      headers: (body) => ({
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(body, secret),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      }),
      changed: () => this.#file.save(),
    });
  }

  /** Goes on with what was not delivered when the last run ended. */
  start(): void {
    this.#forget();
    for (const event of this.all) if (event.delivery === 'pending') this.deliveries.add(event);
  }

  /** The oldest first. */
  get all(): readonly StoredEvent[] {
    return Object.values(this.#file.value);
  }

  /**
   * @throws StripeApiError resource_missing
   */
  get(id: string): StoredEvent {
    const event = own(this.#file.value, id);
    if (!event) throw missing('event', id);
    return event;
  }

  readonly emit: Emit = (type, object, { cause = null, previous } = {}) => {
    const wanted = this.#types === undefined || this.#types.includes(type);
    const event = newId('evt');
    const created = nowSeconds();
    const envelope = {
      id: event,
      object: 'event',
      api_version: API_VERSION,
      created,
      data: previous ? { object, previous_attributes: previous } : { object },
      livemode: false,
      pending_webhooks: wanted ? 1 : 0,
      request: requestOf(cause),
      type,
    };
    const stored: StoredEvent = {
      id: event,
      type,
      objectId: object.id,
      created,
      // Stripe's own are indented, so that a receiver who checks what it has parsed and written again is found out.
      body: JSON.stringify(envelope, null, 2),
      delivery: wanted ? 'pending' : 'unwanted',
      attempts: 0,
      nextAttemptAt: undefined,
    };
    this.#file.value[event] = stored;
    this.#file.save();
    if (wanted) this.deliveries.add(stored);
  };

  async close(): Promise<void> {
    await this.deliveries.close();
    await this.#file.flush();
  }

  #forget(): void {
    const settled = this.all.filter(({ delivery }) => delivery !== 'pending');
    for (const { id } of settled.slice(0, Math.max(0, settled.length - KEPT))) delete this.#file.value[id];
  }
}

function requestOf(cause: Cause | null): { readonly id: string | null; readonly idempotency_key: string | null } {
  return { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null };
}
