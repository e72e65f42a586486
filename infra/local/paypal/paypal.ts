import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { LocalProvider, type ProviderSettings, RETRY_DELAYS_MS } from '../providers/local-provider.ts';
import { ProviderFaults } from '../providers/webhook-events.ts';
import { PayPalAccount } from './account.ts';
import { callApi, createJsonResponse } from './api.ts';
import { buildNotFoundError, PayPalApiError } from './errors.ts';
import type { Representation } from './objects.ts';
import { serveBrowserRequest } from './pages.ts';
import { approveOrder, refundCapture, reverseCapture } from './payments.ts';
import { toOrderJson, toRefundJson } from './representations.ts';
import { getCertificatePath } from './signature.ts';
import { issueToken, requireToken } from './tokens.ts';

/** How long a hanging capture keeps its connection open: longer than any client's timeout. */
const HANG_MS = 30_000;

export interface LocalPayPalSettings extends ProviderSettings {
  /** How long a hanging capture keeps its connection open, in milliseconds. */
  readonly hangMs?: number;
}

class PayPalFaults extends ProviderFaults {
  /** While true, captures take effect but get no response; their connections break after `hangMs`. */
  hangCaptures = false;
  /** While true, the buyer's bank declines captures. */
  declineCaptures = false;
}

/** The local PayPal: a double of the API, the webhook events, and the SDK script that pages load. */
export class LocalPayPal extends LocalProvider {
  readonly faults: PayPalFaults;
  readonly #account: PayPalAccount;
  readonly #hangMs: number;
  #certificate: string | undefined;

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

  /** The browser library's option `sdkBaseUrl`. */
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
   * Approves an order, like the buyer in the dialog.
   *
   * @throws PayPalApiError if the order is unknown or paid.
   */
  approve(orderId: string): Representation {
    return this.#save(toOrderJson(this.#account, approveOrder(this.#account, orderId)));
  }

  /**
   * Refunds a capture, like an operator on PayPal's site.
   *
   * @param value the amount, such as "4.99". Default: the whole unrefunded amount.
   * @throws PayPalApiError if the amount is larger than the unrefunded amount.
   */
  refund(captureId: string, value?: string): Representation {
    const { orderId } = this.#account.get('capture', captureId);
    const { currency_code } = this.#account.get('order', orderId).unit.amount;
    const body = value === undefined ? {} : { amount: { currency_code, value } };
    return this.#save(toRefundJson(this.#account, refundCapture(this.#account, captureId, body)));
  }

  /** Reverses the unrefunded amount of a capture, like the buyer's bank. */
  reverse(captureId: string): Representation {
    return this.#save(toRefundJson(this.#account, reverseCapture(this.#account, captureId)));
  }

  protected override onListening(): void {
    this.#account.origin = this.origin;
  }

  protected override buildUnknownEventError(): Error {
    return buildNotFoundError();
  }

  protected override async handle(request: HttpRequest): Promise<HttpResponse> {
    try {
      return (await this.#handleWithoutToken(request)) ?? this.#handleApi(request);
    } catch (error) {
      const apiError = error instanceof PayPalApiError ? error : new PayPalApiError(500, 'INTERNAL_SERVER_ERROR');
      return createJsonResponse(apiError.status, apiError.responseBody);
    }
  }

  /**
   * Handles the requests that need no token: for a token, for the certificate, and from browsers. Returns undefined for
   * all others.
   */
  async #handleWithoutToken(request: HttpRequest): Promise<HttpResponse | undefined> {
    const { method, url, headers, body } = request;
    const { credentials } = this.#account;
    if (method === 'POST' && url.pathname === '/v1/oauth2/token') {
      return createJsonResponse(200, issueToken(credentials, headers.authorization, body.toString()));
    }
    if (url.pathname === getCertificatePath(this.#account)) {
      // Loads the library for certificates only when it is needed, because loading takes a tenth of a second.
      this.#certificate ??= (await import('./certificate.ts')).createCertificate(credentials);
      return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: this.#certificate };
    }

    return serveBrowserRequest(this.#account, request);
  }

  /** Handles a request for the API, which needs a token. */
  #handleApi(request: HttpRequest): HttpResponse {
    const { faults } = this;
    requireToken(this.#account.credentials, request.headers.authorization);
    if (faults.takeRequestFailure()) throw new PayPalApiError(500, 'INTERNAL_SERVER_ERROR');

    const { response, isCapture } = callApi(this.#account, request, faults);
    return isCapture && faults.hangCaptures ? { ...response, breakAfterMs: this.#hangMs } : response;
  }

  /** Saves the change that a method of this class has made. Requests save their own changes. */
  #save(representation: Representation): Representation {
    this.#account.store.save();
    return representation;
  }
}
