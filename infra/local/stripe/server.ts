import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, HOST, listen } from '../process/ports.ts';
import { answer } from './api.ts';
import { browserFile } from './browser-files.ts';
import { StripeApiError } from './errors.ts';
import { requiredText } from './fields.ts';
import { type Form, parseForm } from './form.ts';
import { newId } from './ids.ts';
import type { Account } from './routes.ts';

const MAX_BODY_BYTES = 1_048_576;

/** What pages of other origins call: nothing of it is any use without a payment's client secret. */
const CALLED_BY_PAGES = /^\/v1\/payment_intents\/[^/]+(\/confirm)?$/;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'request-id',
  'access-control-max-age': '300',
};

/** The pages of the frames run what is their own, and talk to the stand-in alone. Any page may hold them. */
const FILE_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Where the bank's question is answered, which with Stripe is the bank's own page. */
const CHALLENGE = '/endive/challenge';

/** What can be made to go wrong with the API. */
export interface ApiFaults {
  failRequests: number;
  loseAnswers: number;
}

/** Serves the API, and what browsers load, on one port of the loopback. */
export class StripeServer {
  readonly #server: Server;
  readonly #account: Account;
  readonly #faults: ApiFaults;

  constructor(account: Account, faults: ApiFaults) {
    this.#account = account;
    this.#faults = faults;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Listens, and answers on which port. */
  start(port: number): Promise<number> {
    return listen(this.#server, port);
  }

  async close(): Promise<void> {
    await closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    const cors = CALLED_BY_PAGES.test(url.pathname) ? CORS : {};
    if (request.method === 'OPTIONS') {
      response.writeHead(200, cors).end();
      return;
    }
    try {
      if (request.method === 'GET' && (await sendFile(response, url.pathname))) return;
      if (request.method === 'POST' && url.pathname === CHALLENGE)
        return await this.#answerBank(request, response, url);
      await this.#answerApi(request, response, { url, cors });
    } catch (error) {
      if (response.headersSent) response.destroy();
      else fail(response, error instanceof StripeApiError ? error : undefined);
    }
  }

  async #answerBank(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const form = await formOf(request, url);
    const { payments, store } = this.#account;
    const intent = payments.authenticate(requiredText(form, 'payment_intent'), form);
    store.save();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(intent));
  }

  async #answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    { url, cors }: { readonly url: URL; readonly cors: Readonly<Record<string, string>> },
  ): Promise<void> {
    const form = await formOf(request, url);
    const key = bearerOf(request) ?? (typeof form.key === 'string' ? form.key : undefined);
    const isServer = key === this.#account.store.account.keys.secret;
    if (isServer && this.#faults.failRequests > 0) {
      this.#faults.failRequests -= 1;
      return fail(response, undefined);
    }
    const { method = 'GET', headers: asked } = request;
    const idempotencyKey = asked['idempotency-key']?.toString() || undefined;
    const given = answer(this.#account, { method, path: url.pathname, form, key, idempotencyKey });
    if (isServer && this.#faults.loseAnswers > 0) {
      this.#faults.loseAnswers -= 1;
      response.destroy();
      return;
    }
    const echoed = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    response.writeHead(given.status, { ...cors, ...given.headers, ...echoed }).end(given.body);
  }
}

/** Sends a file for browsers, if there is one at this path. */
async function sendFile(response: ServerResponse, path: string): Promise<boolean> {
  const file = await browserFile(path);
  if (!file) return false;
  response.writeHead(200, { ...FILE_HEADERS, 'content-type': file.type }).end(file.body);
  return true;
}

/** The fields of a query and of a body together. @throws StripeApiError when the body is too long. */
async function formOf(request: IncomingMessage, url: URL): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new StripeApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' });
  }
  return { ...parseForm(url.search), ...parseForm(await text(request)) };
}

/** The key of a server, as a bearer's token or as the name in basic authentication. */
function bearerOf(request: IncomingMessage): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString().split(':', 1)[0] || undefined;
}

function fail(response: ServerResponse, error: StripeApiError | undefined): void {
  const unknown = { error: { type: 'api_error', message: 'An unknown error occurred' } };
  response.writeHead(error?.status ?? 500, { 'content-type': 'application/json', 'request-id': newId('req') });
  response.end(JSON.stringify(error?.json ?? unknown));
}
