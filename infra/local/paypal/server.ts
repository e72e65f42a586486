import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, HOST, listen } from '../process/ports.ts';
import { answer, isCapture, type PayPal } from './api.ts';
import { PayPalApiError } from './errors.ts';
import { Pages } from './pages.ts';
import { certificatePath } from './signature.ts';
import { grantToken, requireToken } from './tokens.ts';

/** What can be made to go wrong. */
export interface PayPalFaults {
  /** While true, new events are lost on their way; only `resend` sends them still. */
  dropWebhooks: boolean;
  /** While true, captures are made, but not answered: their connection ends after a while. */
  hangCaptures: boolean;
  /** While true, the buyer's bank refuses captures. */
  declineCaptures: boolean;
  /** So many of the next requests with a token are answered 500, and not carried out. */
  failRequests: number;
}

const MAX_BODY_BYTES = 1_048_576;

/** Serves the API, and what browsers load, on one port of the loopback. */
export class PayPalServer {
  readonly #paypal: PayPal;
  readonly #faults: PayPalFaults;
  readonly #hangMs: number;
  readonly #pages: Pages;
  readonly #server: Server;

  constructor(paypal: PayPal, faults: PayPalFaults, hangMs: number) {
    this.#paypal = paypal;
    this.#faults = faults;
    this.#hangMs = hangMs;
    this.#pages = new Pages(paypal.store, paypal.orders);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Listens, and tells the store where. */
  async start(port: number): Promise<void> {
    this.#paypal.store.origin = `http://${HOST}:${await listen(this.#server, port)}`;
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { store } = this.#paypal;
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    try {
      const body = await bodyOf(request);
      if (path === '/v1/oauth2/token' && request.method === 'POST') {
        return json(response, 200, grantToken(store.account, request.headers.authorization, body.toString()));
      }
      if (path === certificatePath(store)) {
        response.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(store.account.publicKey);
        return;
      }
      if (this.#answerPage(request, response)) return;
      this.#answerApi(request, response, { path, body });
    } catch (error) {
      const known = error instanceof PayPalApiError ? error : new PayPalApiError(500, 'INTERNAL_SERVER_ERROR');
      if (response.headersSent) response.destroy();
      else json(response, known.status, known.json);
    }
  }

  /** @returns false for what is none of the pages' own. */
  #answerPage({ method = 'GET', url = '/', headers }: IncomingMessage, response: ServerResponse): boolean {
    const { store } = this.#paypal;
    const given = this.#pages.answer({ method, url: new URL(url, store.origin), origin: headers.origin });
    if (!given) return false;
    response.writeHead(given.status, { 'cache-control': 'no-store', ...given.headers }).end(given.body);
    return true;
  }

  #answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    { path, body }: { readonly path: string; readonly body: Buffer },
  ): void {
    const { method = 'GET', headers } = request;
    requireToken(this.#paypal.store.account, headers.authorization);
    if (this.#faults.failRequests > 0) {
      this.#faults.failRequests -= 1;
      throw new PayPalApiError(500, 'INTERNAL_SERVER_ERROR');
    }
    try {
      const given = answer(this.#paypal, {
        method,
        path,
        body,
        contentType: headers['content-type'],
        requestId: headers['paypal-request-id']?.toString(),
        prefer: headers.prefer?.toString(),
        decline: this.#faults.declineCaptures,
      });
      if (this.#faults.hangCaptures && isCapture({ method, path })) this.#hang(response);
      else json(response, given.status, given.body);
    } finally {
      // A capture that a bank refuses is kept too.
      this.#paypal.store.save();
    }
  }

  #hang(response: ServerResponse): void {
    const timer = setTimeout(() => response.destroy(), this.#hangMs);
    response.once('close', () => clearTimeout(timer));
  }
}

/** @throws PayPalApiError when the body is longer than any request has to be. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new PayPalApiError(413, 'REQUEST_ENTITY_TOO_LARGE');
  }
  return buffer(request);
}

function json(response: ServerResponse, status: number, body: object): void {
  const debugId = 'debug_id' in body ? String(body.debug_id) : undefined;
  response.writeHead(status, { 'content-type': 'application/json', ...(debugId && { 'paypal-debug-id': debugId }) });
  response.end(JSON.stringify(body));
}
