import { generateKeyPair } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ObjectStore, randomText } from '../providers/object-store.ts';
import { type ProviderFaults, WebhookEvents } from '../providers/webhook-events.ts';
import { buildNotFoundError } from './errors.ts';
import { type Credentials, createId, type PayPalObjects, type Representation } from './objects.ts';
import { buildTransmissionHeaders } from './signature.ts';

interface NewEvent {
  readonly type: 'CHECKOUT.ORDER.APPROVED' | `PAYMENT.CAPTURE.${'COMPLETED' | 'DENIED' | 'REFUNDED' | 'REVERSED'}`;
  readonly resourceType: 'checkout-order' | 'capture' | 'refund';
  readonly summary: string;
  readonly resource: Representation;
}

/** PayPal keeps request IDs for up to 72 hours: https://developer.paypal.com/api/rest/requests/#paypal-request-id */
const RETENTION_MS = 72 * 60 * 60 * 1000;

/** Results are the IDs of the objects that a request created. */
type PayPalStore = ObjectStore<Credentials, PayPalObjects, string>;

interface AccountSettings {
  readonly directory: string;
  /** Returns the webhook's URL. */
  readonly url: () => string;
  readonly retryDelaysMs: readonly number[];
  readonly faults: ProviderFaults;
}

/** A PayPal account: credentials, objects, and events. */
export class PayPalAccount {
  readonly store: PayPalStore;
  readonly webhook: WebhookEvents;
  /** The API's origin, for links. Set once the server listens. */
  origin = '';

  private constructor(store: PayPalStore, settings: Omit<AccountSettings, 'directory'>) {
    this.store = store;
    this.webhook = new WebhookEvents({
      ...settings,
      store,
      headers: (body) => ({
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-local',
        ...buildTransmissionHeaders(this, body),
      }),
    });
  }

  /** Opens the account in the directory, or creates one with new credentials. */
  static async open(settings: AccountSettings): Promise<PayPalAccount> {
    const file = join(settings.directory, 'account.json');
    const store: PayPalStore = await ObjectStore.open({
      file,
      createAccount: createCredentials,
      retentionMs: RETENTION_MS,
    });
    return new PayPalAccount(store, settings);
  }

  get credentials(): Credentials {
    return this.store.account;
  }

  /** @throws PayPalApiError RESOURCE_NOT_FOUND if no object of this kind has the ID. */
  get<K extends keyof PayPalObjects>(kind: K, id: string): PayPalObjects[K] {
    const object = this.store.find(kind, id);
    if (!object) throw buildNotFoundError();
    return object;
  }

  /** Stores an event and sends it. */
  emit({ type, resourceType, summary, resource }: NewEvent): void {
    const id = `WH-${createId()}-${createId()}`;
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

/** Creates random credentials in the formats of PayPal's. */
async function createCredentials(): Promise<Credentials> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

  return {
    clientId: `A${randomText(79)}`,
    clientSecret: `E${randomText(79)}`,
    appId: `APP-${createId()}`,
    webhookId: createId(),
    merchantId: createId(13),
    payerId: createId(13),
    certificateId: `CERT-${createId(8).toLowerCase()}-${createId(8).toLowerCase()}`,
    privateKey,
    publicKey,
  };
}
