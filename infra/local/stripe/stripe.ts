import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { HOST } from '../process/ports.ts';
import { PAGE_HEADERS, readBrowserFile } from '../providers/browser-files.ts';
import { LocalProvider, type ProviderSettings, RETRY_DELAYS_MS } from '../providers/local-provider.ts';
import { ProviderFaults } from '../providers/webhook-events.ts';
import { getContentType } from '../site/static-files.ts';
import { StripeAccount } from './account.ts';
import { callApi, createErrorResponse, readApiKey, readForm } from './api.ts';
import { buildMissingResourceError } from './errors.ts';
import { requireText } from './form.ts';
import type { Dispute, Refund } from './objects.ts';
import { authenticateIntent } from './payments.ts';
import { closeDispute, createRefund, failRefund, openDispute } from './refunds.ts';

/** API paths that pages of other origins call. They require the payment intent's client secret. */
const BROWSER_API_PATH = /^\/v1\/payment_intents\/[^/]+(\/confirm)?$/;

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'request-id',
  'access-control-max-age': '300',
};

const BROWSER_FOLDER = new URL('./browser/', import.meta.url);

const BROWSER_FILES: Readonly<Record<string, string>> = {
  '/js/stripe.js': 'stripe-js.js',
  '/js/card-page.html': 'card-page.html',
  '/js/card-page.css': 'card-page.css',
  '/js/card-page.js': 'card-page.js',
  '/js/challenge-page.html': 'challenge-page.html',
  '/js/challenge-page.js': 'challenge-page.js',
  '/js/dialog-page.css': '../../providers/browser/dialog-page.css',
};

/** Serves a script or page. Pages of other origins load the script. */
async function serveBrowserFile(file: string): Promise<HttpResponse> {
  const headers = { ...PAGE_HEADERS, 'access-control-allow-origin': '*', 'content-type': getContentType(file) };
  return { status: 200, headers, body: await readBrowserFile(BROWSER_FOLDER, file) };
}

export interface LocalStripeSettings extends ProviderSettings {
  readonly webhook: ProviderSettings['webhook'] & {
    /** The event types that the endpoint receives. Default: all. */
    readonly eventTypes?: readonly string[];
  };
}

class StripeFaults extends ProviderFaults {
  /** Number of next server requests that take effect but lose the connection before the response. */
  loseResponses = 0;
}

/** The local Stripe: a double of the API, the webhook events, and Stripe.js. `sdkOptions` point the SDK to it. */
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
    const account = await StripeAccount.open({ directory, url, eventTypes: webhook.eventTypes, retryDelaysMs, faults });
    return new LocalStripe(account, faults).start(port);
  }

  /** Options that point the `stripe` package to the local Stripe. */
  get sdkOptions(): { readonly host: string; readonly port: number; readonly protocol: 'http' } {
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
    return `${this.origin}/js/stripe.js`;
  }

  /**
   * Refunds a payment, like an operator in Stripe's dashboard.
   *
   * @param cents the amount. Default: the whole unrefunded amount.
   * @throws StripeApiError if the amount is larger than the unrefunded amount.
   */
  refund(paymentIntentId: string, cents?: number): Refund {
    // An empty field counts as missing.
    const form = { payment_intent: paymentIntentId, amount: cents === undefined ? '' : String(cents) };
    return this.#save(createRefund(this.#account, form, null));
  }

  /** Fails a refund: the card's bank returns the money. */
  failRefund(refundId: string): Refund {
    return this.#save(failRefund(this.#account, refundId));
  }

  /** Disputes a payment, like a cardholder at the bank. */
  dispute(paymentIntentId: string): Dispute {
    return this.#save(openDispute(this.#account, paymentIntentId));
  }

  /** Closes a dispute with the bank's decision. */
  closeDispute(disputeId: string, outcome: 'lost' | 'won'): Dispute {
    return this.#save(closeDispute(this.#account, disputeId, outcome));
  }

  protected override buildUnknownEventError(id: string): Error {
    return buildMissingResourceError('event', id);
  }

  protected override async handle(request: HttpRequest): Promise<HttpResponse> {
    const { method, url } = request;
    const cors = BROWSER_API_PATH.test(url.pathname) ? CORS_HEADERS : {};
    if (method === 'OPTIONS') return { status: 200, headers: cors };

    const file = method === 'GET' ? BROWSER_FILES[url.pathname] : undefined;
    if (file) return serveBrowserFile(file);
    if (method === 'POST' && url.pathname === '/js/challenge') return this.#authenticate(request);

    const isServer = readApiKey(request, readForm(request)) === this.secretKey;
    // An unknown error becomes a 500.
    if (isServer && this.faults.takeRequestFailure()) return createErrorResponse(undefined);

    const response = callApi(this.#account, request);
    if (isServer && this.faults.loseResponses > 0) {
      this.faults.loseResponses -= 1;
      return { ...response, breakAfterMs: 0 };
    }

    return { ...response, headers: { ...cors, ...response.headers } };
  }

  /** Handles the outcome of 3-D Secure from the challenge page. With the real Stripe, that page belongs to the bank. */
  #authenticate(request: HttpRequest): HttpResponse {
    try {
      const form = readForm(request);
      const intent = authenticateIntent(this.#account, requireText(form, 'payment_intent'), form);
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: JSON.stringify(this.#save(intent)) };
    } catch (error) {
      return createErrorResponse(error);
    }
  }

  /** Saves the change that a method of this class has made, and returns a copy. API requests save their own changes. */
  #save<T>(object: T): T {
    this.#account.store.save();
    return structuredClone(object);
  }
}
