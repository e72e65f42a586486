import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { LocalProvider, type ProviderSettings, RETRY_DELAYS_MS } from '../providers/local-provider.ts';
import { ProviderFaults } from '../providers/webhook-events.ts';
import { PayPalAccount } from './account.ts';
import { callApi, jsonResponse } from './api.ts';
import { notFound, PayPalApiError } from './errors.ts';
import type { Representation } from './objects.ts';
import { pageResponse } from './pages.ts';
import { approveOrder, refundCapture, reverseCapture } from './payments.ts';
import { orderJson, refundJson } from './representations.ts';
import { certificatePath } from './signature.ts';
import { grantToken, requireToken } from './tokens.ts';

/** Longer than any client waits for a capture. */
const HANG_MS = 30_000;

export interface LocalPayPalSettings extends ProviderSettings {
  /** How long a hanging capture keeps its connection open, in milliseconds. */
  readonly hangMs?: number;
}

class PayPalFaults extends ProviderFaults {
  /** Makes captures without responding while true. Their connections break after a while. */
  hangCaptures = false;
  /** Lets the buyer's bank decline captures while true. */
  declineCaptures = false;
}

/** A stand-in for PayPal that works with PayPal's own libraries. */
export class LocalPayPal extends LocalProvider {
  readonly faults: PayPalFaults;
  readonly #account: PayPalAccount;
  readonly #hangMs: number;

  private constructor(account: PayPalAccount, faults: PayPalFaults, hangMs: number) {
    super(account);
    this.#account = account;
    this.faults = faults;
    this.#hangMs = hangMs;
  }

  /**
   * Opens the account in the directory, or creates one.
   *
   * @throws Error if the port is in use.
   */
  static async open(settings: LocalPayPalSettings): Promise<LocalPayPal> {
    const { directory, webhook, retryDelaysMs = RETRY_DELAYS_MS, hangMs = HANG_MS, port } = settings;
    const faults = new PayPalFaults();
    const account = await PayPalAccount.open({ directory, url: () => webhook.url(), retryDelaysMs, faults });
    return new LocalPayPal(account, faults, hangMs).start(port);
  }

  /** The `sdkBaseUrl` of the browser library. */
  get sdkBaseUrl(): string {
    return `${this.origin}/sdk/js`;
  }

  get clientId(): string {
    return this.#account.credentials.clientId;
  }

  get clientSecret(): string {
    return this.#account.credentials.clientSecret;
  }

  get webhookId(): string {
    return this.#account.credentials.webhookId;
  }

  /**
   * Approves an order, as its buyer does in the dialog.
   *
   * @throws PayPalApiError if the order is unknown or paid.
   */
  approve(orderId: string): Representation {
    return this.#saved(orderJson(this.#account, approveOrder(this.#account, orderId)));
  }

  /**
   * Refunds a capture, as an operator does on PayPal's site.
   *
   * @param value such as "4.99". Everything that is left, if omitted.
   * @throws PayPalApiError if not that much is left.
   */
  refund(captureId: string, value?: string): Representation {
    const { orderId } = this.#account.get('capture', captureId);
    const { currency_code } = this.#account.get('order', orderId).unit.amount;
    const body = value === undefined ? {} : { amount: { currency_code, value } };
    return this.#saved(refundJson(this.#account, refundCapture(this.#account, captureId, body)));
  }

  /** Reverses what is left of a capture, as the buyer's bank does. */
  reverse(captureId: string): Representation {
    return this.#saved(refundJson(this.#account, reverseCapture(this.#account, captureId)));
  }

  protected override listening(): void {
    this.#account.origin = this.origin;
  }

  protected override unknownEvent(): Error {
    return notFound();
  }

  protected override async handle(request: HttpRequest): Promise<HttpResponse> {
    try {
      return (await this.#publicResponse(request)) ?? this.#apiResponse(request);
    } catch (error) {
      const known = error instanceof PayPalApiError ? error : new PayPalApiError(500, 'INTERNAL_SERVER_ERROR');
      return jsonResponse(known.status, known.json);
    }
  }

  /** Responds to requests that need no token. */
  async #publicResponse(request: HttpRequest): Promise<HttpResponse | undefined> {
    const { method, url, headers, body } = request;
    const { credentials } = this.#account;
    if (method === 'POST' && url.pathname === '/v1/oauth2/token') {
      return jsonResponse(200, grantToken(credentials, headers.authorization, body.toString()));
    }
    if (url.pathname === certificatePath(this.#account)) {
      return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: credentials.publicKey };
    }
    return pageResponse(this.#account, request);
  }

  #apiResponse(request: HttpRequest): HttpResponse {
    const { faults } = this;
    requireToken(this.#account.credentials, request.headers.authorization);
    if (faults.takeFailure()) throw new PayPalApiError(500, 'INTERNAL_SERVER_ERROR');
    const { response, isCapture } = callApi(this.#account, request, faults.declineCaptures);
    return isCapture && faults.hangCaptures ? { ...response, breakAfterMs: this.#hangMs } : response;
  }

  #saved(representation: Representation): Representation {
    this.#account.store.save();
    return representation;
  }
}
