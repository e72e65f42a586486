import { generateKeyPair } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { JsonFile } from '../state/json-file.ts';
import { newId, newKey } from './ids.ts';
import type { Money } from './money.ts';

/** An order as it was asked for, and what became of it. */
export interface StoredOrder {
  readonly id: string;
  readonly created: string;
  updated: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  readonly unit: PurchaseUnit;
  /** As it was given: what a later answer repeats of it. */
  readonly paymentSource: Readonly<Record<string, unknown>> | undefined;
  /** What the buyer is told that they pay to. */
  readonly brandName: string | undefined;
  captureId: string | undefined;
}

/** What is bought. */
export interface PurchaseUnit {
  readonly reference_id: string;
  readonly custom_id?: string | undefined;
  readonly invoice_id?: string | undefined;
  readonly description?: string | undefined;
  readonly amount: Money;
}

/** A payment of an order. */
export interface StoredCapture {
  readonly id: string;
  readonly orderId: string;
  readonly created: string;
  updated: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
}

/** Money of a capture that went back. */
export interface StoredRefund {
  readonly id: string;
  readonly captureId: string;
  readonly created: string;
  readonly amount: Money;
  /** All that had gone back by then, this included. */
  readonly totalRefunded: Money;
  readonly note: string | undefined;
  /** Whether a bank took it back. The order does not list it then. */
  readonly reversal: boolean;
}

/** What a request with a `PayPal-Request-Id` has made. */
export interface DoneRequest {
  readonly resourceId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Who the application, its owner and its only buyer are. All of it is made up once. */
export interface Account {
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

interface State {
  readonly account: Account;
  readonly orders: Record<string, StoredOrder>;
  readonly captures: Record<string, StoredCapture>;
  readonly refunds: Record<string, StoredRefund>;
  readonly requests: Record<string, DoneRequest>;
}

/** PayPal keeps request ids for 72 hours at most: https://developer.paypal.com/api/rest/requests/#paypal-request-id */
const REQUESTS_KEPT_MS = 72 * 3_600_000;

/** Everything that the account holds, but for its events. */
export class PayPalStore {
  /** Where the stand-in listens: what links begin with. */
  origin = '';
  readonly #file: JsonFile<State>;

  private constructor(file: JsonFile<State>) {
    this.#file = file;
  }

  /** Opens what a directory holds, or makes an account up. */
  static async open(directory: string): Promise<PayPalStore> {
    const file = new JsonFile<Partial<State>>(join(directory, 'paypal.json'), {});
    if (!file.value.account) {
      const empty = { orders: {}, captures: {}, refunds: {}, requests: {} };
      Object.assign(file.value, { account: await newAccount(), ...empty } satisfies State);
      file.saveNow();
    }
    const store = new PayPalStore(file as JsonFile<State>);
    const { requests } = store.state;
    for (const [key, { at }] of Object.entries(requests)) {
      if (at < Date.now() - REQUESTS_KEPT_MS) delete requests[key];
    }
    return store;
  }

  get state(): State {
    return this.#file.value;
  }

  get account(): Account {
    return this.state.account;
  }

  /** What has gone back of a capture, reversals included. The oldest first. */
  refundsOf(captureId: string): StoredRefund[] {
    return Object.values(this.state.refunds).filter((refund) => refund.captureId === captureId);
  }

  save(): void {
    this.#file.save();
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }
}

async function newAccount(): Promise<Account> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    clientId: newKey('A'),
    clientSecret: newKey('E'),
    appId: `APP-${newId()}`,
    webhookId: newId(),
    merchantId: newId(13),
    payerId: newId(13),
    certificateId: `CERT-${newId(8).toLowerCase()}-${newId(8).toLowerCase()}`,
    privateKey,
    publicKey,
  };
}
