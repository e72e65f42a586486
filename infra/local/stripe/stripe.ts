import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { HOST } from '../process/ports.ts';
import { browserFile, PAGE_HEADERS } from '../providers/browser-files.ts';
import { LocalProvider, type ProviderSettings, RETRY_DELAYS_MS } from '../providers/local-provider.ts';
import { ProviderFaults } from '../providers/webhook-events.ts';
import { contentType } from '../site/static-files.ts';
import { StripeAccount } from './account.ts';
import { callApi, errorResponse, formOf, keyOf } from './api.ts';
import { missing } from './errors.ts';
import { requiredText } from './form.ts';
import type { Dispute, Refund } from './objects.ts';
import { authenticateIntent } from './payments.ts';
import { closeDispute, createRefund, failRefund, openDispute } from './refunds.ts';

/** The calls that pages of other origins make. They need a payment intent's client secret. */
const CALLED_BY_PAGES = /^\/v1\/payment_intents\/[^/]+(\/confirm)?$/;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'request-id',
  'access-control-max-age': '300',
};

const BROWSER_FOLDER = new URL('./browser/', import.meta.url);

/** Paths carry the name of Stripe's release. */
const BROWSER_FILES: Readonly<Record<string, string>> = {
  '/endive/stripe.js': 'stripe-js.js',
  '/endive/card-page.html': 'card-page.html',
  '/endive/card-page.css': 'card-page.css',
  '/endive/card-page.js': 'card-page.js',
  '/endive/challenge-page.html': 'challenge-page.html',
  '/endive/challenge-page.js': 'challenge-page.js',
  '/endive/dialog-page.css': '../../providers/browser/dialog-page.css',
};

export interface LocalStripeSettings extends ProviderSettings {
  readonly webhook: ProviderSettings['webhook'] & {
    /** The event types that the endpoint listens to. All, if omitted. */
    readonly events?: readonly string[];
  };
}

class StripeFaults extends ProviderFaults {
  /** How many of the next requests of servers are carried out, but lose their connection before the response. */
  loseAnswers = 0;
}

/** A stand-in for Stripe that works with the official SDKs. */
export class LocalStripe extends LocalProvider {
  readonly faults: StripeFaults;
  readonly #account: StripeAccount;

  private constructor(account: StripeAccount, faults: StripeFaults) {
    super(account);
    this.#account = account;
    this.faults = faults;
  }

  /**
   * Opens the account in the directory, or creates one.
   *
   * @throws Error if the port is in use.
   */
  static async open(settings: LocalStripeSettings): Promise<LocalStripe> {
    const { directory, webhook, retryDelaysMs = RETRY_DELAYS_MS, port } = settings;
    const faults = new StripeFaults();
    const url = () => webhook.url();
    const account = await StripeAccount.open({ directory, url, eventTypes: webhook.events, retryDelaysMs, faults });
    return new LocalStripe(account, faults).start(port);
  }

  /** The options with which the `stripe` package finds this stand-in. */
  get address(): { readonly host: string; readonly port: number; readonly protocol: 'http' } {
    return { host: HOST, port: this.port, protocol: 'http' };
  }

  get secretKey(): string {
    return this.#account.store.account.secret;
  }

  get publishableKey(): string {
    return this.#account.store.account.publishable;
  }

  get webhookSecret(): string {
    return this.#account.store.account.webhook;
  }

  /** The script that defines `window.Stripe`. */
  get scriptUrl(): string {
    return `${this.origin}/endive/stripe.js`;
  }

  /**
   * Refunds a payment, as an operator does in the dashboard.
   *
   * @param cents everything that is left, if omitted.
   * @throws StripeApiError if not that much is left.
   */
  refund(paymentIntentId: string, cents?: number): Refund {
    const form = { payment_intent: paymentIntentId, amount: cents === undefined ? '' : String(cents) };
    return this.#saved(createRefund(this.#account, form, null));
  }

  /** Fails a refund: the card's bank returns the money. */
  failRefund(refundId: string): Refund {
    return this.#saved(failRefund(this.#account, refundId));
  }

  /** Opens a dispute of a payment, as its member does at the bank. */
  dispute(paymentIntentId: string): Dispute {
    return this.#saved(openDispute(this.#account, paymentIntentId));
  }

  /** Decides a dispute. */
  closeDispute(disputeId: string, outcome: 'lost' | 'won'): Dispute {
    return this.#saved(closeDispute(this.#account, disputeId, outcome));
  }

  protected override unknownEvent(id: string): Error {
    return missing('event', id);
  }

  protected override async handle(request: HttpRequest): Promise<HttpResponse> {
    const { method, url } = request;
    const cors = CALLED_BY_PAGES.test(url.pathname) ? CORS : {};
    if (method === 'OPTIONS') return { status: 200, headers: cors };
    const file = method === 'GET' ? BROWSER_FILES[url.pathname] : undefined;
    if (file) {
      const headers = { ...PAGE_HEADERS, 'access-control-allow-origin': '*', 'content-type': contentType(file) };
      return { status: 200, headers, body: await browserFile(BROWSER_FOLDER, file) };
    }
    if (method === 'POST' && url.pathname === '/endive/challenge') return this.#authenticate(request);
    const isServer = keyOf(request, formOf(request)) === this.secretKey;
    if (isServer && this.faults.takeFailure()) return errorResponse(undefined);
    const response = callApi(this.#account, request);
    if (isServer && this.faults.loseAnswers > 0) {
      this.faults.loseAnswers -= 1;
      return { ...response, breakAfterMs: 0 };
    }
    return { ...response, headers: { ...cors, ...response.headers } };
  }

  /** Takes the outcome of 3-D Secure from the challenge page, which at Stripe is the bank's. */
  #authenticate(request: HttpRequest): HttpResponse {
    try {
      const form = formOf(request);
      const intent = authenticateIntent(this.#account, requiredText(form, 'payment_intent'), form);
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: JSON.stringify(this.#saved(intent)) };
    } catch (error) {
      return errorResponse(error);
    }
  }

  #saved<T>(object: T): T {
    this.#account.store.save();
    return structuredClone(object);
  }
}
