import { Captures } from './captures.ts';
import { Events, type StoredEvent } from './events.ts';
import { Orders } from './orders.ts';
import { orderJson, type Resource, refundJson } from './representations.ts';
import { type PayPalFaults, PayPalServer } from './server.ts';
import { PayPalStore } from './store.ts';

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];

/** Longer than anybody waits for a capture. */
const HANG_MS = 30_000;

export interface LocalPayPalSettings {
  /** Where the account is kept. */
  readonly directory: string;
  readonly webhook: {
    /** Where the webhook listens, asked before each attempt: it need not be known at the start. */
    url(): string;
  };
  /** How long to wait after each failure to deliver an event, in milliseconds. After the last one it is given up. */
  readonly retryDelaysMs?: readonly number[];
  /** After how many milliseconds the connection of a capture ends that is not answered. */
  readonly hangMs?: number;
  /** Any free one, if not given. */
  readonly port?: number;
}

/** One event, and what became of it. */
export type PayPalEventRecord = Readonly<StoredEvent>;

/**
 * A stand-in for PayPal: an application with its API, its webhook and its script for browsers. PayPal's own libraries
 * work with it as they are. No money moves.
 */
export class LocalPayPal {
  readonly faults: PayPalFaults = {
    dropWebhooks: false,
    hangCaptures: false,
    declineCaptures: false,
    failRequests: 0,
  };
  readonly #store: PayPalStore;
  readonly #events: Events;
  readonly #orders: Orders;
  readonly #captures: Captures;
  readonly #server: PayPalServer;

  private constructor(store: PayPalStore, settings: LocalPayPalSettings) {
    const { directory, webhook, retryDelaysMs = RETRY_DELAYS_MS, hangMs = HANG_MS } = settings;
    this.#store = store;
    this.#events = new Events(store, {
      directory,
      url: () => webhook.url(),
      retryDelaysMs,
      lost: () => this.faults.dropWebhooks,
    });
    this.#orders = new Orders(store, this.#events.emit);
    this.#captures = new Captures(store, this.#events.emit);
    const paypal = { store, orders: this.#orders, captures: this.#captures };
    this.#server = new PayPalServer(paypal, this.faults, hangMs);
  }

  /**
   * Opens the account that a directory holds, or a new one, and goes on with what was not delivered.
   *
   * @throws Error when the port is in use.
   */
  static async open(settings: LocalPayPalSettings): Promise<LocalPayPal> {
    const paypal = new LocalPayPal(await PayPalStore.open(settings.directory), settings);
    await paypal.#server.start(settings.port ?? 0);
    paypal.#events.start();
    return paypal;
  }

  /** Where the API is. */
  get origin(): string {
    return this.#store.origin;
  }

  /** What the browser library is told as `sdkBaseUrl`. */
  get sdkBaseUrl(): string {
    return `${this.origin}/sdk/js`;
  }

  get clientId(): string {
    return this.#store.account.clientId;
  }

  get clientSecret(): string {
    return this.#store.account.clientSecret;
  }

  get webhookId(): string {
    return this.#store.account.webhookId;
  }

  /** Every event, the oldest first. */
  get events(): readonly PayPalEventRecord[] {
    return this.#events.all;
  }

  /**
   * Agrees to an order, as its buyer does in the dialog.
   *
   * @throws PayPalApiError for an unknown order, and for one that is paid.
   */
  approve(orderId: string): Resource {
    return this.#changed(orderJson(this.#store, this.#orders.approve(orderId)));
  }

  /**
   * Gives money back, as an operator does on PayPal's site.
   *
   * @param value such as "4.99". All that is left, if not given.
   * @throws PayPalApiError when there is not that much left.
   */
  refund(captureId: string, value?: string): Resource {
    const { orderId } = this.#captures.get(captureId);
    const { currency_code } = this.#orders.get(orderId).unit.amount;
    const body = value === undefined ? {} : { amount: { currency_code, value } };
    return this.#changed(refundJson(this.#store, this.#captures.refund(captureId, body)));
  }

  /**
   * Has the buyer's bank take back what is left of a capture.
   *
   * @throws PayPalApiError when there is nothing left.
   */
  reverse(captureId: string): Resource {
    return this.#changed(refundJson(this.#store, this.#captures.reverse(captureId)));
  }

  /**
   * Sends an event to the webhook once more. Resolves after the attempt, whatever the answer was.
   *
   * @throws PayPalApiError for an unknown event.
   */
  resend(eventId: string): Promise<void> {
    return this.#events.resend(eventId);
  }

  /** Resolves when nothing is being delivered. What waits for its next attempt is not being delivered. */
  idle(): Promise<void> {
    return this.#events.idle();
  }

  /** Stops, without waiting for answers to events: those are sent again after the next start. */
  async close(): Promise<void> {
    await this.#server.close();
    await this.#events.close();
    await this.#store.flush();
  }

  #changed(made: Resource): Resource {
    this.#store.save();
    return made;
  }
}
