import { generateKeyPair } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ObjectStore, randomText } from '../providers/object-store.ts';
import { type ProviderFaults, WebhookEvents } from '../providers/webhook-events.ts';
import { notFound } from './errors.ts';
import type { Money } from './money.ts';
import { transmissionHeaders } from './signature.ts';

export interface Order {
  readonly id: string;
  /** ISO 8601, in every object. */
  readonly created: string;
  readonly unit: PurchaseUnit;
  /** The source that the order was created with. */
  readonly paymentSource: Readonly<Record<string, unknown>> | undefined;
  /** The name that the buyer pays to. */
  readonly brandName: string | undefined;
  updated: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  captureId: string | undefined;
}

interface PurchaseUnit {
  readonly reference_id: string;
  readonly custom_id?: string | undefined;
  readonly invoice_id?: string | undefined;
  readonly description?: string | undefined;
  readonly amount: Money;
}

/** A payment of an order. */
export interface Capture {
  readonly id: string;
  readonly created: string;
  readonly orderId: string;
  updated: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
}

export interface Refund {
  readonly id: string;
  readonly created: string;
  readonly captureId: string;
  readonly amount: Money;
  /** The sum of the capture's refunds, including this one. */
  readonly totalRefunded: Money;
  readonly note: string | undefined;
  /** Whether the buyer's bank took the money back. The order does not list it then. */
  readonly reversal: boolean;
}

interface PayPalObjects {
  order: Order;
  capture: Capture;
  refund: Refund;
}

/** The ids and keys of the application, its owner and its only buyer. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appId: string;
  readonly webhookId: string;
  readonly merchantId: string;
  readonly payerId: string;
  readonly certificateId: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The fields that every representation of an object has. */
export interface Representation {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

interface NewEvent {
  readonly type: 'CHECKOUT.ORDER.APPROVED' | `PAYMENT.CAPTURE.${'COMPLETED' | 'DENIED' | 'REFUNDED' | 'REVERSED'}`;
  readonly resourceType: 'checkout-order' | 'capture' | 'refund';
  readonly summary: string;
  readonly resource: Representation;
}

/** PayPal keeps request ids for up to 72 hours: https://developer.paypal.com/api/rest/requests/#paypal-request-id */
const RESULTS_KEPT_MS = 72 * 3_600_000;

/** Results are the ids of the objects that a request created. */
type PayPalStore = ObjectStore<Credentials, PayPalObjects, string>;

interface AccountSettings {
  readonly directory: string;
  readonly url: () => string;
  readonly retryDelaysMs: readonly number[];
  readonly faults: ProviderFaults;
}

/** A PayPal account: its credentials, objects and events. */
export class PayPalAccount {
  readonly store: PayPalStore;
  readonly webhook: WebhookEvents;
  /** The URL of the API, without a path: links begin with it. Set once the server listens. */
  origin = '';

  private constructor(store: PayPalStore, { directory, ...settings }: AccountSettings) {
    this.store = store;
    this.webhook = new WebhookEvents({
      ...settings,
      file: join(directory, 'events.json'),
      headers: (body) => ({
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-local',
        ...transmissionHeaders(this, body),
      }),
    });
  }

  /** Opens the account in the directory, or creates one with new credentials. */
  static async open(settings: AccountSettings): Promise<PayPalAccount> {
    const file = join(settings.directory, 'account.json');
    const newAccount = newCredentials;
    return new PayPalAccount(await ObjectStore.open({ file, newAccount, resultsKeptMs: RESULTS_KEPT_MS }), settings);
  }

  get credentials(): Credentials {
    return this.store.account;
  }

  /** @throws PayPalApiError RESOURCE_NOT_FOUND */
  get<K extends keyof PayPalObjects>(kind: K, id: string): PayPalObjects[K] {
    const found = this.store.find(kind, id);
    if (!found) throw notFound();
    return found;
  }

  /** Stores an event and sends it. */
  emit({ type, resourceType, summary, resource }: NewEvent): void {
    const id = `WH-${newId()}-${newId()}`;
    const self = `${this.origin}/v1/notifications/webhooks-events/${id}`;
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
    this.webhook.add({ id, type, objectId: resource.id, body: JSON.stringify(envelope) });
  }
}

/** Returns a new id. Orders, captures, refunds and webhooks have 17 characters. */
export function newId(length = 17): string {
  return randomText(length, { upperCase: true });
}

/** Returns the time as ISO 8601, in UTC and whole seconds. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

async function newCredentials(): Promise<Credentials> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    clientId: `A${randomText(79)}`,
    clientSecret: `E${randomText(79)}`,
    appId: `APP-${newId()}`,
    webhookId: newId(),
    merchantId: newId(13),
    payerId: newId(13),
    certificateId: `CERT-${newId(8).toLowerCase()}-${newId(8).toLowerCase()}`,
    privateKey,
    publicKey,
  };
}
