import type Stripe from 'stripe';
import { HOST } from '../process/ports.ts';
import { Disputes } from './disputes.ts';
import { type StoredEvent, StripeEvents } from './events.ts';
import { PaymentMethods } from './methods.ts';
import { Payments } from './payments.ts';
import { Refunds } from './refunds.ts';
import type { Account } from './routes.ts';
import { StripeServer } from './server.ts';
import { StripeStore } from './store.ts';

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];

export interface LocalStripeSettings {
  /** Where the account is kept. */
  readonly directory: string;
  readonly webhook: {
    /** Where the webhook listens, asked before each attempt: it need not be known at the start. */
    url(): string;
    /** The types of events that are sent there. All, if not given. */
    readonly events?: readonly string[];
  };
  /** How long to wait after each failure to deliver an event. After the last one it is given up. */
  readonly retryDelaysMs?: readonly number[];
  /** Any free one, if not given. */
  readonly port?: number;
}

/** What can be made to go wrong. */
export interface StripeFaults {
  /** While true, events are lost on their way; only `resend` sends them still. */
  dropWebhooks: boolean;
  /** While true, events are kept back. They are sent when this ends. */
  holdWebhooks: boolean;
  /** So many of the next requests of servers are answered 500, and not carried out. */
  failRequests: number;
  /** So many of the next requests of servers are carried out, but their connection breaks before the answer. */
  loseAnswers: number;
}

/** One event, and what became of it. */
export type StripeEventRecord = Readonly<StoredEvent>;

/**
 * A stand-in for Stripe: an account with its API, its webhook and its script for browsers. The official SDKs work with
 * it as they are. No money moves.
 */
export class LocalStripe {
  readonly faults: StripeFaults;
  readonly #account: Account;
  readonly #server: StripeServer;
  #port = 0;

  private constructor({ directory, webhook, retryDelaysMs = RETRY_DELAYS_MS }: LocalStripeSettings) {
    const store = new StripeStore(directory);
    const { keys } = store.account;
    const events = new StripeEvents({
      directory,
      types: webhook.events,
      url: () => webhook.url(),
      secret: keys.webhook,
      retryDelaysMs,
    });
    const { emit, deliveries } = events;
    const methods = new PaymentMethods(store);
    this.#account = {
      store,
      events,
      methods,
      payments: new Payments({ store, methods, emit }),
      refunds: new Refunds(store, emit),
      disputes: new Disputes(store, emit),
    };
    this.faults = {
      get dropWebhooks() {
        return deliveries.drop;
      },
      set dropWebhooks(drop: boolean) {
        deliveries.drop = drop;
      },
      get holdWebhooks() {
        return deliveries.hold;
      },
      set holdWebhooks(hold: boolean) {
        deliveries.hold = hold;
      },
      failRequests: 0,
      loseAnswers: 0,
    };
    this.#server = new StripeServer(this.#account, this.faults);
  }

  /**
   * Opens the account that a directory holds, or a new one, and goes on with what was not delivered.
   *
   * @throws Error when the port is in use.
   */
  static async open(settings: LocalStripeSettings): Promise<LocalStripe> {
    const stripe = new LocalStripe(settings);
    stripe.#port = await stripe.#server.start(settings.port ?? 0);
    stripe.#account.events.start();
    return stripe;
  }

  get origin(): string {
    return `http://${HOST}:${this.#port}`;
  }

  /** What the `stripe` package is told besides the secret key. */
  get address(): { readonly host: string; readonly port: number; readonly protocol: 'http' } {
    return { host: HOST, port: this.#port, protocol: 'http' };
  }

  get secretKey(): string {
    return this.#account.store.account.keys.secret;
  }

  get publishableKey(): string {
    return this.#account.store.account.keys.publishable;
  }

  get webhookSecret(): string {
    return this.#account.store.account.keys.webhook;
  }

  /** The script that defines `window.Stripe`. */
  get scriptUrl(): string {
    return `${this.origin}/endive/stripe.js`;
  }

  /** Every event, the oldest first. */
  get events(): readonly StripeEventRecord[] {
    return this.#account.events.all;
  }

  /**
   * Gives money back, as an operator does in the dashboard.
   *
   * @param cents all that is left, if not given.
   * @throws StripeApiError when there is not that much left.
   */
  refund(paymentIntentId: string, cents?: number): Stripe.Refund {
    const form = { payment_intent: paymentIntentId, amount: cents === undefined ? '' : String(cents) };
    return this.#changed(this.#account.refunds.create(form, null));
  }

  /**
   * Makes the bank send a refund's money back.
   *
   * @throws StripeApiError for an unknown refund, and for one that has failed.
   */
  failRefund(refundId: string): Stripe.Refund {
    return this.#changed(this.#account.refunds.fail(refundId));
  }

  /**
   * Makes the member dispute a payment at the bank.
   *
   * @throws StripeApiError when there is nothing left of it to dispute.
   */
  dispute(paymentIntentId: string): Stripe.Dispute {
    return this.#changed(this.#account.disputes.open(paymentIntentId));
  }

  /**
   * Decides a dispute.
   *
   * @throws StripeApiError for an unknown dispute, and for one that is decided.
   */
  closeDispute(disputeId: string, outcome: 'lost' | 'won'): Stripe.Dispute {
    return this.#changed(this.#account.disputes.close(disputeId, outcome));
  }

  /**
   * Sends an event to the webhook once more. Resolves after the attempt, whatever the answer was.
   *
   * @throws StripeApiError for an unknown event.
   */
  async resend(eventId: string): Promise<void> {
    await this.#account.events.deliveries.resend(this.#account.events.get(eventId));
  }

  /** Resolves when nothing is being delivered. What waits for its next attempt, or is held, is not being delivered. */
  idle(): Promise<void> {
    return this.#account.events.deliveries.idle();
  }

  /** Stops, without waiting for answers to events: those are sent again after the next start. */
  async close(): Promise<void> {
    await this.#server.close();
    await this.#account.events.close();
    await this.#account.store.flush();
  }

  #changed<T extends object>(object: T): T {
    this.#account.store.save();
    return structuredClone(object);
  }
}
