import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { ObjectStore, randomText } from '../providers/object-store.ts';
import { type ProviderFaults, WebhookEvents } from '../providers/webhook-events.ts';
import { buildMissingResourceError } from './errors.ts';
import type { Cause, StripeObjects } from './objects.ts';

/** The API version of the SDK in use. It defines the shapes of responses. */
const API_VERSION = '2026-10-28.endive';

/** Stripe keeps idempotency keys for a day: https://docs.stripe.com/api/idempotent_requests */
const RETENTION_MS = 24 * 3_600_000;

interface StripeKeys {
  /** The key of servers. */
  readonly secret: string;
  /** The key of browsers. */
  readonly publishable: string;
  /** The key that signs events. */
  readonly webhook: string;
}

/** The response to a request with an idempotency key. */
interface StoredResponse {
  readonly path: string;
  /** The request's fields, as JSON. */
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
}

type StripeStore = ObjectStore<StripeKeys, StripeObjects, StoredResponse>;
type Kind = keyof StripeObjects;

interface AccountSettings {
  readonly directory: string;
  /** Returns the URL of the endpoint that receives events. */
  readonly url: () => string;
  /** The event types that the endpoint receives; undefined for all. */
  readonly eventTypes: readonly string[] | undefined;
  readonly retryDelaysMs: readonly number[];
  readonly faults: ProviderFaults;
}

/** A Stripe account: keys, objects, and events. */
export class StripeAccount {
  readonly store: StripeStore;
  readonly webhook: WebhookEvents;
  readonly #eventTypes: readonly string[] | undefined;

  private constructor(store: StripeStore, { eventTypes, ...settings }: Omit<AccountSettings, 'directory'>) {
    this.store = store;
    this.#eventTypes = eventTypes;

    this.webhook = new WebhookEvents({
      ...settings,
      store,
      headers: (body) => ({
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': createSignature(body, store.account.webhook),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      }),
    });
  }

  /** Opens the account in the directory, or creates one with new keys. */
  static async open(settings: AccountSettings): Promise<StripeAccount> {
    const createAccount = () => ({
      secret: `sk_test_${randomText(48)}`,
      publishable: `pk_test_${randomText(48)}`,
      webhook: `whsec_${randomText(32)}`,
    });
    const file = join(settings.directory, 'account.json');
    return new StripeAccount(await ObjectStore.open({ file, createAccount, retentionMs: RETENTION_MS }), settings);
  }

  /**
   * Returns an object by its ID.
   *
   * @param param the field that holds the ID. If omitted, the ID comes from the path, and an unknown ID is a 404.
   * @throws StripeApiError resource_missing if no object of this kind has the ID
   */
  get<K extends Kind>(kind: K, id: string, param?: string): StripeObjects[K] {
    const object = this.store.find(kind, id);
    if (object) return object;
    throw buildMissingResourceError(
      kind,
      id,
      param === undefined ? { param: kind, status: 404 } : { param, status: 400 },
    );
  }

  /** Stores a new object. Returns it. */
  add<T extends StripeObjects[Kind]>(object: T): T {
    this.store.add(object.object, object.id, object);
    return object;
  }

  /**
   * Stores an event with the object's current state and sends it.
   *
   * @param previousAttributes the attributes that the change has replaced, with their values before it
   */
  emit(
    type: string,
    object: StripeObjects[Kind],
    {
      cause = null,
      previousAttributes,
    }: { cause?: Cause | null; previousAttributes?: Readonly<Record<string, unknown>> } = {},
  ): void {
    const isSubscribed = this.#eventTypes?.includes(type) ?? true;
    const id = newId('evt');
    const envelope = {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: nowSeconds(),
      data: previousAttributes ? { object, previous_attributes: previousAttributes } : { object },
      livemode: false,
      pending_webhooks: isSubscribed ? 1 : 0,
      request: { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null },
      type,
    };

    // Indented like Stripe's events: a receiver that verifies re-serialized JSON instead of the body fails.
    this.webhook.add({ id, type, objectId: object.id, body: JSON.stringify(envelope, null, 2) }, isSubscribed);
  }
}

/** Returns a new ID with 24 random characters, such as `pi_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** Returns the time in seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Signs a body with the current time: https://docs.stripe.com/webhooks#verify-manually */
function createSignature(body: string, secret: string): string {
  const time = nowSeconds();
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
